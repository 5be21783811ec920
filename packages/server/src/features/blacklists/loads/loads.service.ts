import { lowered } from '@ipoteka-office/contract/words.ts'
import {
  type ListLoad,
  type LoadRow,
  type LoadRowKind,
  type LoadTarget,
  loadRowKinds,
  loadTargets,
  maxLoadBytes,
} from '@ipoteka-office/contract/blacklists/list-loads.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import { requestChange } from '#features/change-requests/change-requests.service.ts'
import { startTask } from '#features/notifications/tasks.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { discardRefused } from '#files/attach-file.ts'
import { type FileGate, receiveFile, wrongFile } from '#files/receive.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context, IncomingFile } from '#http/route.ts'
import { masked } from '#lib/masking.ts'
import {
  findLoad,
  findLoads,
  findRows,
  insertLoad,
  type LoadRecord,
  loadRequestKinds,
  updateLoad,
} from './loads.repo.ts'
import { loadCheckName } from './load-works.service.ts'

/** What loads need beside the database. */
export interface LoadParts extends BankFigures {
  readonly gate: FileGate
}

interface Key {
  readonly target: LoadTarget
  readonly id: number
}

const present = ({ fileKey: _, baseId: __, ...shown }: LoadRecord): ListLoad => shown

async function find(db: Db, { target, id }: Key, how: { readonly lock?: boolean } = {}): Promise<LoadRecord> {
  const load = await findLoad(db, id, how)
  if (load === undefined || load.target !== target) throw notFound('Загрузка не найдена')
  return load
}

function kindOf(target: LoadTarget, name: string) {
  if (target === 'authority') return /\.xml$/i.test(name) ? ('XML' as const) : null
  return /\.xlsx$/i.test(name) ? ('XLSX' as const) : /\.csv$/i.test(name) ? ('CSV' as const) : null
}

/** Stores the file and starts its comparison with what acts. */
export async function startLoad(
  { db, actor, requestId }: Context,
  { gate, clock }: LoadParts,
  target: LoadTarget,
  file: IncomingFile,
): Promise<ListLoad> {
  const kind = kindOf(target, file.name)
  if (kind === null)
    throw wrongFile(target === 'authority' ? 'Нужен файл XML Росфинмониторинга' : 'Нужен файл XLSX или CSV')
  const stored = await receiveFile(gate, file, { kinds: [kind], maxBytes: maxLoadBytes })
  try {
    return await writeTransaction(db, { employeeId: actor.employeeId, requestId }, async (tx) => {
      const at = clock.now()
      const id = await insertLoad(tx, {
        ...{ target, fileName: stored.name, fileKey: stored.key, by: actor.employeeId, at },
      })
      const title = `Проверка файла: ${lowered(loadTargets[target])}`
      const input = { loadId: id }
      const task = await startTask(tx, actor, { work: loadCheckName, kind: 'work', title, total: 0, input })
      await updateLoad(tx, id, { taskId: task.id })
      return present(await find(tx, { target, id }))
    })
  } catch (error) {
    await discardRefused(gate.files, stored.key, error)
    throw error
  }
}

export const getLoad = async (db: Db, key: Key): Promise<ListLoad> => present(await find(db, key))

export async function searchLoads(db: Db, target: LoadTarget, query: PageQuery): Promise<Page<ListLoad>> {
  const { content, ...page } = await findLoads(db, target, query)
  return { ...page, content: content.map(present) }
}

/** Rows of a load with what becomes of each. */
export async function loadRows(
  { db, actor }: Context,
  key: Key,
  { kind, ...query }: PageQuery & { readonly kind?: LoadRowKind | undefined },
): Promise<Page<LoadRow>> {
  const { id } = await find(db, key)
  return masked(actor, await findRows(db, id, kind, query))
}

const changes = ({ counts }: LoadRecord) => (counts.new ?? 0) + (counts.changed ?? 0) + (counts.gone ?? 0)

/** Puts the whole file before a second person. */
export async function requestLoad(
  { db, actor }: Context,
  bank: BankFigures,
  key: Key,
  comment: string,
): Promise<ListLoad> {
  const load = await find(db, key, { lock: true })
  const { counts, state, target, id, fileName, listDate } = load
  if (state !== 'READY')
    throw conflict('Файл не готов к отправке: дождитесь конца проверки или загрузите заново')
  if ((counts.error ?? 0) > 0)
    throw conflict(`В файле есть строки с ошибками: ${counts.error}. Исправьте их и загрузите файл заново`)
  if (changes(load) === 0) throw conflict('Файл ничего не меняет')
  const fields = Object.entries(loadRowKinds).flatMap(([kind, label]) => {
    const count = counts[kind as LoadRowKind] ?? 0
    return count === 0 ? [] : [{ label, oldValue: '', newValue: String(count) }]
  })
  const of = listDate === null ? '' : ` от ${dayText(listDate)}`
  await requestChange(
    { db, actor, bank },
    {
      kind: loadRequestKinds[target],
      objectId: id,
      title: `${loadTargets[target]}${of}: файл «${fileName}»`,
      payload: { target, comment },
      diff: {
        fields: [...fields, { label: 'Комментарий', oldValue: '', newValue: comment }],
        added: [],
        removed: [],
      },
      baseVersion: load.baseId ?? 0,
      affected: 0,
    },
  )
  await updateLoad(db, id, { state: 'REQUESTED' })
  return present(await find(db, key))
}
