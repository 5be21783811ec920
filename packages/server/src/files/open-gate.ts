import type { Config } from '#config.ts'
import { clamdScanner } from '#integrations/clamd/clamd.ts'
import type { FileStore } from './file-store.ts'
import { type FileInspector, openInspector } from './inspect/inspector.ts'
import type { FileGate } from './receive.ts'

/** The way in for files, as the settings name its parts; `close` ends its processes. */
export function openFileGate(
  { spoolDir, clamd }: Pick<Config, 'spoolDir' | 'clamd'>,
  files: FileStore,
  onError: (error: unknown) => void,
  inspector: FileInspector = openInspector([spoolDir], onError),
): FileGate & { close(): void } {
  const scanner = clamd === null ? null : clamdScanner(clamd, onError)
  return { files, inspector, scanner, spoolDir, close: () => inspector.close() }
}
