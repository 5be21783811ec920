import type { Availability } from '@ipoteka-office/contract/common/refs.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { ownWorkReason } from '#features/cases/engine/own-work.service.ts'
import { type ApiError, conflict, forbidden } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { requireForm } from '../access.service.ts'
import { requireDecidable } from '../../decisions.service.ts'

/** Stages at which somebody is called: whoever underwrites and whoever controls a person write into one log. */
const stages = ['UNDERWRITING', 'VERIFICATION']
const operations = ['Underwrite', 'Verify'] as const

/** Why the caller writes no call into the log of a case now; null where they do. */
async function refusalOf({ db, actor }: Context, row: CaseRow): Promise<ApiError | null> {
  if (!stages.includes(row.stage)) {
    const names = stages.map((stage) => `«${stageNameFor(actor, row.type, stage)}»`).join(' и ')
    return conflict(`Звонки записывают на этапах ${names}: сейчас заявка на другом`)
  }
  if (!operations.some((operation) => holds(actor, row.type, operation)))
    return forbidden('Звонки записывает тот, кто ведёт андеррайтинг или контроль физлиц')
  const own = await ownWorkReason(db, row, { actor, requestId: null })
  return own === null ? null : forbidden(own)
}

export async function callableForm(context: Context, row: CaseRow): Promise<Availability> {
  const refusal = await refusalOf(context, row)
  return { enabled: refusal === null, reasonDisabled: refusal?.message ?? null }
}

/** The case, held for a record of a call. */
export async function holdLog(context: Context, caseId: number): Promise<CaseRow> {
  // Whoever writes here reads here too.
  await requireForm(context, caseId)
  const row = await requireDecidable(context, caseId, 'update')
  const refusal = await refusalOf(context, row)
  if (refusal !== null) throw refusal
  return row
}
