import { caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type {
  Deciding,
  DecisionLevel,
  DecisionOutcome,
} from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import { decisionReasons, type LoanTerms } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { figuresAt } from '#db/seed/figures-at.ts'
import { actorOf } from '#db/seed/rulebook/staff.ts'
import { methodVersion } from '#features/calculator/loan.rules.ts'
import { reasonOf, text } from '#features/cases/seed/demo-case-writes.ts'
import { meansAt } from '#features/cases/seed/demo-means.ts'
import type { WrittenQuestionnaire } from '#features/cases/seed/demo-questionnaires.ts'
import { requestedTerms } from '#features/underwriting/grounds.service.ts'

const words: Readonly<Partial<Record<`${DecisionLevel} ${DecisionOutcome}`, string>>> = {
  'SYSTEM APPROVE': 'Проверки без замечаний, сумма до предела автоматического решения',
  'SYSTEM REJECT': 'Стоп-фактор автоматической проверки',
  'UNDERWRITER APPROVE': 'Доход и занятость подтверждены, долговая нагрузка в норме',
  'UNDERWRITER REJECT': 'Риск выше допустимого по программе',
  'UNDERWRITER ESCALATE': 'Предлагаю одобрить, прошу согласовать',
  'HEAD APPROVE': 'Согласен с предложением андеррайтера',
  'HEAD REJECT': 'Долговая нагрузка не соответствует доходу',
  'HEAD ESCALATE': 'Сумма и отклонения требуют решения комитета',
  'HEAD REVOKE': 'Обстоятельства заёмщика изменились до сделки',
  'COMMITTEE APPROVE': 'Комитет поддержал',
  'COMMITTEE REJECT': 'Комитет не поддержал',
  'SECURITY REJECT': 'Подделка документов подтверждена',
  'OUTSIDE APPROVE': 'Одобрено внешней системой',
  'OUTSIDE REJECT': 'Отказано внешней системой',
}
const refusal = 'Банк принял решение отказать в кредите'

/** Who is found to have no other reason is stopped by the check that stops. */
const stopReason = 'R10'

/** Of what the machine leaves open the underwriter has decided. */
const levelOf = ({ level }: Deciding): DecisionLevel => level ?? 'UNDERWRITER'

const snapshotOf = (terms: LoanTerms): object => ({
  methods: { calculators: methodVersion },
  requested: terms,
})

function decisionsOf(questionnaire: WrittenQuestionnaire) {
  const { one, sections } = questionnaire
  // Offers stand on facts, which are written last.
  const steps = one.steps.filter(
    ({ left }) => left?.decides !== undefined && left.decides.outcome !== 'COUNTER',
  )
  if (steps.length === 0) return []
  const terms = requestedTerms({ sections })
  return steps.flatMap(({ stage, to, left }) => {
    if (left?.decides === undefined || to === null) return []
    const { outcome } = left.decides
    const level = levelOf(left.decides)
    const figures = figuresAt(to)
    const means = meansAt(questionnaire, to)
    const term = machines[one.type].states[left.to]?.deadline
    const isNo = outcome === 'REJECT' || outcome === 'REVOKE'
    const reason = level === 'SYSTEM' ? stopReason : reasonOf(one, decisionReasons)
    return [
      {
        case_id: one.id,
        at: text(to),
        author_id: actorOf(left, one.team, one.agentId),
        product: caseTypes[one.type].product,
        level,
        outcome,
        stage,
        action: left.action,
        amount: terms.amount,
        term_months: terms.termMonths,
        rate: terms.rate,
        payment: means.payment,
        full_loan_cost: means.fullLoanCost,
        debt_load: means.debtLoad,
        loan_to_value: means.loanToValue,
        valid_days: outcome === 'APPROVE' && term !== undefined ? figures[term] : null,
        reason: outcome === 'REJECT' ? reason : null,
        client_text: isNo ? refusal : '',
        comment: words[`${level} ${outcome}`] ?? left.label,
        snapshot: snapshotOf(terms),
      },
    ]
  })
}

const atOnce = 2_000

/** The decisions by which made-up cases have gone their ways, each signed under the authority of its day. */
export async function writeDecisions(
  db: Db,
  questioned: readonly WrittenQuestionnaire[],
  timeZone: string,
): Promise<void> {
  const rows = questioned.flatMap(decisionsOf).toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
  for (let from = 0; from < rows.length; from += atOnce)
    await sql`
      INSERT INTO case_decision (case_id, at, author_id, level, outcome, stage, action, amount, term_months, rate, payment,
        full_loan_cost, debt_load_before, debt_load, loan_to_value, exposure, authority_id, valid_to, reasons, client_text,
        comment, snapshot)
      SELECT d.case_id, d.at, d.author_id, d.level, d.outcome, d.stage, d.action, d.amount, d.term_months, d.rate, d.payment,
        d.full_loan_cost, d.debt_load, d.debt_load, d.loan_to_value, d.amount,
        CASE WHEN d.outcome = 'APPROVE' AND d.author_id IS NOT NULL THEN (SELECT a.id FROM decision_authority a
          WHERE a.employee_id = d.author_id AND a.product = d.product AND a.valid_from <= d.day
            AND (a.valid_to IS NULL OR a.valid_to >= d.day) ORDER BY a.id DESC LIMIT 1) END,
        d.day + d.valid_days, CASE WHEN d.reason IS NULL THEN '{}' ELSE ARRAY[d.reason] END, d.client_text, d.comment,
        d.snapshot
      FROM (SELECT r.*, (r.at AT TIME ZONE ${timeZone})::date AS day
        FROM jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + atOnce))}::text::jsonb) r (case_id int,
        at timestamptz, author_id int, product text, level text, outcome text, stage text, action text, amount numeric,
        term_months int, rate numeric, payment numeric, full_loan_cost numeric, debt_load numeric, loan_to_value numeric,
        valid_days int, reason text, client_text text, comment text, snapshot jsonb)) d ORDER BY d.at`.execute(
      db,
    )
}
