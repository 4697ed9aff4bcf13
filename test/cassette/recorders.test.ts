import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { otherRecorders, rememberRecorder } from '../../src/cassette/recorders.ts'

let root: string
let cassette: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'retake-recorders-'))
  cassette = join(root, 'a.jsonl')
  writeFileSync(cassette, 'by a')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const a = { project: 'a', run: 1 }
const b = { project: 'b', run: 1 }

test('of a cassette that nobody recorded in this run nobody is the recorder', () => {
  expect(otherRecorders(root, cassette, a)).toEqual([])
  rememberRecorder(root, cassette, { project: 'b', run: 2 }, false)
  expect(otherRecorders(root, cassette, a)).toEqual([])
})

test('another project is told who recorded it, and who recorded it may replace it', () => {
  rememberRecorder(root, cassette, a, false)
  expect(otherRecorders(root, cassette, b)).toEqual(['a'])
  expect(otherRecorders(root, cassette, a)).toEqual([])
})

test('one that recorded the same joins, and both may replace it until one did', () => {
  rememberRecorder(root, cassette, a, false)
  rememberRecorder(root, cassette, b, true)
  expect(otherRecorders(root, cassette, a)).toEqual([])
  expect(otherRecorders(root, cassette, b)).toEqual([])
  rememberRecorder(root, cassette, a, false)
  expect(otherRecorders(root, cassette, b)).toEqual(['a'])
})

test('nobody is held to a cassette that was replaced otherwise since', () => {
  rememberRecorder(root, cassette, a, false)
  writeFileSync(cassette, 'from git, say')
  expect(otherRecorders(root, cassette, b)).toEqual([])
})
