import fc from 'fast-check'

// In CI property tests take the same values every time, so that a change is judged by what it changed. Elsewhere they take
// new ones, and a counterexample becomes a test.
if (process.env.CI) fc.configureGlobal({ seed: 20_261_130 })
