import { DateText } from '@ipoteka-office/contract/common/amounts.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import type { ConditionTerms } from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import type { DecisionOutcome } from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import type {
  DecisionSheet,
  DecisionWay,
  LoanTerms,
  recordDecision,
} from '@ipoteka-office/contract/underwriting/decisions.ts'
import { type EntryIssue, entryIssues } from '#widgets/record/entry-dialog.tsx'

/** What is typed of a decision; `action` is the way that is wanted, null while none is chosen. */
export interface DecisionValues {
  action: string | null
  amount: string | null
  termMonths: number | null
  rate: string | null
  validTo: string
  reasons: string[]
  clientText: string
  comment: string
  conditions: ConditionTerms[]
}

/** The way that is wanted by the address, else the only one, or the first that is open to the person. */
const firstWay = ({ ways }: DecisionSheet, wanted: string | null): string | null =>
  (ways.find(({ action }) => action === wanted) ?? ways.find(({ enabled, isClose }) => enabled || isClose))
    ?.action ?? null

/** A decision begins with what is proposed, or with what the client asks for. */
export function startOf(sheet: DecisionSheet, wanted: string | null): DecisionValues {
  const { amount, termMonths, rate } = sheet.proposed ?? sheet.requested
  return {
    action: firstWay(sheet, wanted),
    ...{ amount, termMonths, rate },
    validTo: '',
    reasons: [],
    clientText: '',
    comment: '',
    conditions: sheet.conditions,
  }
}

export const termsOf = ({ amount, termMonths, rate }: DecisionValues): LoanTerms => ({
  amount: amount === '' ? null : amount,
  termMonths,
  rate: rate === '' ? null : rate,
})

/** The body of the call; `action` may be another than is chosen, where the person may only pass the decision on. */
export const toBody = (
  { validTo, reasons, clientText, comment, conditions, ...values }: DecisionValues,
  { action, outcome }: DecisionWay,
  version: number,
): RequestOf<typeof recordDecision>['body'] => ({
  action,
  version,
  ...termsOf({ validTo, reasons, clientText, comment, conditions, ...values }),
  validTo: outcome === 'APPROVE' && validTo !== '' ? validTo : null,
  reasons: outcome === 'REJECT' || outcome === 'REVOKE' ? reasons : [],
  // A proposal tells the client nothing yet.
  clientText: outcome === 'ESCALATE' ? '' : clientText.trim(),
  comment: comment.trim(),
  conditions: outcome === 'APPROVE' || outcome === 'ESCALATE' ? conditions : [],
})

const outcomeOf = ({ ways }: DecisionSheet, wanted: string | null) =>
  ways.find(({ action }) => action === wanted)?.outcome

/** The reasons that a decision may name. */
export const reasonsFor = ({ reasons }: DecisionSheet, outcome: DecisionOutcome | undefined) =>
  reasons.filter((reason) => outcome === 'REVOKE' || reason.outcome === outcome)

/** What another decision changes: reasons that it cannot name go, and with them the words for the client that they brought. */
export function onOtherWay(
  { action: before, reasons, clientText }: DecisionValues,
  sheet: DecisionSheet,
  action: string,
): Pick<DecisionValues, 'action' | 'reasons' | 'clientText'> {
  const outcome = outcomeOf(sheet, action)
  const offered = new Set(reasonsFor(sheet, outcome).map(({ code }) => code))
  const kept = reasons.filter((code) => offered.has(code))
  const isOwn = clientText !== '' && clientText !== textOfReasons(reasons, sheet, outcomeOf(sheet, before))
  return { action, reasons: kept, clientText: isOwn ? clientText : textOfReasons(kept, sheet, outcome) }
}

const required = (path: string) => ({ path, message: messages.required })

function approvalIssues({ amount, termMonths, rate, validTo }: DecisionValues, { requested }: DecisionSheet) {
  const isMore = amount !== null && requested.amount !== null && compareDecimals(amount, requested.amount) > 0
  return [
    ...(amount === null ? [required('amount')] : []),
    ...(isMore ? [{ path: 'amount', message: 'Больше, чем просит клиент: измените сумму в анкете' }] : []),
    ...(termMonths === null ? [required('termMonths')] : []),
    ...(rate === null ? [required('rate')] : []),
    ...(validTo !== '' && !DateText.safeParse(validTo).success
      ? [{ path: 'validTo', message: messages.badDate }]
      : []),
  ]
}

/** What is wrong with the values of a decision, by the rules that the server holds too. */
export function issuesOf(values: DecisionValues, sheet: DecisionSheet): EntryIssue[] {
  const way = sheet.ways.find(({ action }) => action === values.action)
  if (way === undefined) return entryIssues([{ path: 'action', message: 'Выберите решение' }])
  const isNo = way.outcome === 'REJECT' || way.outcome === 'REVOKE'
  const issues = [
    ...(way.outcome === 'APPROVE' ? approvalIssues(values, sheet) : []),
    ...(way.outcome === 'REJECT' && values.reasons.length === 0
      ? [{ path: 'reasons', message: 'Назовите хотя бы одну причину отказа' }]
      : []),
    ...(isNo && values.clientText.trim() === ''
      ? [{ path: 'clientText', message: 'Напишите, что сказать клиенту' }]
      : []),
    ...(values.comment.trim() === '' ? [required('comment')] : []),
  ]
  return entryIssues(issues)
}

const toldAs: Readonly<Record<string, string>> = {
  REJECT: 'Банк принял решение отказать в кредите',
  REVOKE: 'Банк отозвал решение по заявке',
}

/** What the client is told of these reasons: those that the bank does not tell are left out; empty without reasons. */
export function textOfReasons(
  codes: readonly string[],
  { reasons }: DecisionSheet,
  outcome: DecisionOutcome | undefined,
): string {
  const start = toldAs[outcome ?? '']
  if (start === undefined || codes.length === 0) return ''
  const told = reasons.filter(({ code, silent }) => codes.includes(code) && !silent)
  const names = told.map(({ name }) => name.toLocaleLowerCase('ru'))
  return names.length === 0 ? start : `${start}: ${names.join('; ')}`
}
