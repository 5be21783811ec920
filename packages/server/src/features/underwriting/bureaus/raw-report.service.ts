import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import { creditBureaus } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import type { getRawReport } from '@ipoteka-office/contract/underwriting/bureaus/credit-reports.ts'
import { recordReportReading } from '#features/access-log/access-log.service.ts'
import { requireReviewed } from '#features/full-applications/checks/checks-grid.service.ts'
import { forbidden, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { type SealKey, unseal } from '#lib/sealing.ts'
import { findRaw } from './reports.repo.ts'

/** A report as the bureau gave it; that somebody read it is written down every time, before it is shown. */
export async function rawReport(
  keys: readonly SealKey[],
  context: Context,
  { id, reportId }: { readonly id: number; readonly reportId: number },
): Promise<ReplyOf<typeof getRawReport>> {
  const row = await requireReviewed(context, id)
  if (!context.actor.operations.Underwriting?.includes('BureauExchange'))
    throw forbidden(
      'Исходный отчёт читает сотрудник с правом «Бюро кредитных историй: исходные отчёты и обмен»',
    )
  const found = await findRaw(context.db, row.id, reportId)
  if (found === undefined) throw notFound('Такого отчёта в заявке нет')
  const { sealed, keyId, sealedFor, ...report } = found
  await recordReportReading(
    context,
    { type: caseTypes[row.type].object, id },
    `Исходный отчёт ${creditBureaus[report.bureau]} № ${report.number}`,
  )
  const bytes = unseal(keys, { keyId, bytes: sealed }, sealedFor)
  return { ...report, xml: new TextDecoder(report.encoding).decode(bytes) }
}
