import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { locateProject } from '../../src/config/locate.ts'

let top: string
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'retake-locate-'))
  mkdirSync(join(top, 'packages/a/src'), { recursive: true })
})
afterEach(() => rmSync(top, { recursive: true }))

test('the nearest package.json is the root of a project without a config', () => {
  writeFileSync(join(top, 'package.json'), '{}')
  writeFileSync(join(top, 'packages/a/package.json'), '{}')
  expect(locateProject(join(top, 'packages/a/src'))).toEqual({
    root: join(top, 'packages/a'),
    configPath: null,
  })
})

test('a config above goes before a nearer package.json', () => {
  writeFileSync(join(top, 'retake.config.mts'), '')
  writeFileSync(join(top, 'packages/a/package.json'), '{}')
  expect(locateProject(join(top, 'packages/a/src'))).toEqual({
    root: top,
    configPath: join(top, 'retake.config.mts'),
  })
})
