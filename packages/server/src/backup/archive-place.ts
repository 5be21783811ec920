import { type Config, ConfigError } from '#config.ts'
import { trainingKey } from '#config-values.ts'
import { BackupRefused } from './make-backup.ts'
import { RestoreRefused } from './restore-refused.ts'
import { BrokenArchive } from './sealed-stream.ts'

/** Where copies lie and what seals them; a bank of production has a key of its own. */
export function archivePlace({ backup, production }: Config) {
  const { dir, keys } = backup
  const problems: string[] = []
  if (dir === null)
    problems.push('BACKUP_DIR: не задана. Укажите папку для копий — на другом диске, чем база')
  if (production && keys[0].id === trainingKey.id)
    problems.push(
      'BACKUP_KEY: не задан. Задайте пару имя:ключ, например backup-2026:$(openssl rand -base64 32), и храните её отдельно от копий: без неё они не откроются',
    )
  if (dir === null || problems.length > 0) throw new ConfigError(problems)
  return { dir, keys }
}

/** Errors whose text says all there is to do. */
export const isToldInWords = (error: unknown) =>
  [ConfigError, BackupRefused, RestoreRefused, BrokenArchive].some((kind) => error instanceof kind)
