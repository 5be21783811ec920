import type { Availability } from '@ipoteka-office/contract/common/refs.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { ownWorkReason } from '#features/cases/engine/own-work.service.ts'
import { type ApiError, conflict, forbidden } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { requireDecidable } from '../decisions.service.ts'
import { findStageHolder } from './worksheet.repo.ts'

const stage = 'UNDERWRITING'

/** Why the caller takes nothing into the worksheet of a case now; null where they do. */
async function refusalOf({ db, actor }: Context, row: CaseRow): Promise<ApiError | null> {
  if (row.stage !== stage)
    return conflict(
      `Рабочий лист заполняют на этапе «${stageNameFor(actor, row.type, stage)}»: сейчас заявка на другом`,
    )
  if (!holds(actor, row.type, 'Underwrite')) return forbidden('Рабочий лист заполняет андеррайтер')
  const own = await ownWorkReason(db, row, { actor, requestId: null })
  if (own !== null) return forbidden(own)
  const holder = await findStageHolder(db, row.id, stage)
  return holder === undefined || holder.id === actor.employeeId
    ? null
    : conflict(`Заявку рассматривает ${holder.fullName}: попросите передать задачу вам`)
}

/** The case for whoever may read what it is decided by. */
export async function requireForm(context: Context, caseId: number): Promise<CaseRow> {
  const row = await requireDecidable(context, caseId)
  if (!context.actor.operations.Underwriting?.includes('List'))
    throw forbidden('Андеррайтинг заёмщика видят сотрудники с правом на андеррайтинг')
  return row
}

export async function editableForm(context: Context, row: CaseRow): Promise<Availability> {
  const refusal = await refusalOf(context, row)
  return { enabled: refusal === null, reasonDisabled: refusal?.message ?? null }
}

/** The case, held for a change by its underwriter. */
export async function holdForm(context: Context, caseId: number): Promise<CaseRow> {
  const row = await requireDecidable(context, caseId, 'update')
  const refusal = await refusalOf(context, row)
  if (refusal !== null) throw refusal
  return row
}
