import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import {
  maxPaymentBytes,
  type PaymentLoad,
  type PaymentRow,
  type PaymentRowKind,
} from '@ipoteka-office/contract/underwriting/payments/payment-loads.ts'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import { startTask } from '#features/notifications/tasks.service.ts'
import { discardRefused } from '#files/attach-file.ts'
import { type FileGate, receiveFile, wrongFile } from '#files/receive.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context, IncomingFile } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import {
  findLoad,
  findLoads,
  findRows,
  insertLoad,
  type StoredLoad,
  updateLoad,
} from './payment-loads.repo.ts'
import { paymentApplyName, paymentCheckName } from './payment-works.service.ts'

/** What loads of payments need beside the database. */
export interface PaymentParts {
  readonly gate: FileGate
  readonly clock: BankClock
}

const present = ({ fileKey: _, baseId: __, ...shown }: StoredLoad): PaymentLoad => shown

async function find(db: Db, id: number, how: { readonly lock?: boolean } = {}): Promise<StoredLoad> {
  const load = await findLoad(db, id, how)
  if (load === undefined) throw notFound('Загрузка не найдена')
  return load
}

const kindOf = (name: string) => (/\.xlsx$/i.test(name) ? 'XLSX' : /\.csv$/i.test(name) ? 'CSV' : null)

/** Stores the file and starts its comparison with the months that are loaded. */
export async function startPaymentLoad(
  { db, actor, requestId }: Context,
  { gate, clock }: PaymentParts,
  file: IncomingFile,
): Promise<PaymentLoad> {
  const kind = kindOf(file.name)
  if (kind === null) throw wrongFile('Нужен файл CSV или XLSX')
  const stored = await receiveFile(gate, file, { kinds: [kind], maxBytes: maxPaymentBytes })
  try {
    return await writeTransaction(db, { employeeId: actor.employeeId, requestId }, async (tx) => {
      const by = actor.employeeId
      const id = await insertLoad(tx, { fileName: stored.name, fileKey: stored.key, by, at: clock.now() })
      const input = { loadId: id }
      const title = 'Проверка файла платежей'
      const task = await startTask(tx, actor, {
        work: paymentCheckName,
        kind: 'work',
        title,
        total: 0,
        input,
      })
      await updateLoad(tx, id, { taskId: task.id })
      return present(await find(tx, id))
    })
  } catch (error) {
    await discardRefused(gate.files, stored.key, error)
    throw error
  }
}

export const getPaymentLoad = async (db: Db, id: number): Promise<PaymentLoad> => present(await find(db, id))

export async function listPaymentLoads(db: Db, query: PageQuery): Promise<Page<PaymentLoad>> {
  const { content, ...page } = await findLoads(db, query)
  return { ...page, content: content.map(present) }
}

/** Rows of a load with what becomes of each. */
export async function paymentRows(
  db: Db,
  id: number,
  { kind, ...query }: PageQuery & { readonly kind?: PaymentRowKind | undefined },
): Promise<Page<PaymentRow>> {
  refuseDeepPage(query)
  await find(db, id)
  return findRows(db, id, kind, query)
}

/** Starts the application of a file without mistakes. */
export async function applyPaymentLoad({ db, actor }: Context, id: number): Promise<PaymentLoad> {
  const { state, counts } = await find(db, id, { lock: true })
  if (state !== 'READY')
    throw conflict(
      state === 'APPLIED'
        ? 'Этот файл уже загружен'
        : 'Файл не готов: дождитесь конца проверки или загрузите заново',
    )
  if ((counts.error ?? 0) > 0)
    throw conflict(`В файле есть строки с ошибками: ${counts.error}. Исправьте их и загрузите файл заново`)
  const total = (counts.new ?? 0) + (counts.changed ?? 0) + (counts.gone ?? 0)
  if (total === 0) throw conflict('Файл ничего не меняет')
  const input = { loadId: id }
  const title = 'Загрузка файла платежей'
  const task = await startTask(db, actor, { work: paymentApplyName, kind: 'work', title, total, input })
  await updateLoad(db, id, { state: 'APPLYING', taskId: task.id })
  return present(await find(db, id))
}
