/**
 * Makes an error's stack that of the line which made the call, so that runners show the user's code. The frames are read
 * from `trace`; those of packages and of Node are left out as long as one of the user's own remains.
 */
export function pointAt<E extends Error>(error: E, trace: Error): E {
  const frames = (trace.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const own = frames.filter((frame) => !/[\\/]node_modules[\\/]|\(node:|at node:/.test(frame))
  const shown = own.length > 0 ? own : frames
  if (shown.length > 0) error.stack = [`${error.name}: ${error.message}`, ...shown].join('\n')
  return error
}
