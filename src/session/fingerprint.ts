import packageJson from '../../package.json' with { type: 'json' }

/** Versions that record: for whoever wonders why two recordings differ. Envelope, outside the chain. */
export const fingerprint: Record<string, string> = { retake: packageJson.version, node: process.version }
