import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { exactRoublesText } from '@ipoteka-office/contract/common/digits.ts'
import { shownOutcomes, type ShownDecision } from '@ipoteka-office/contract/underwriting/shown-decision.ts'
import type { Content } from 'pdfmake/interfaces.js'
import { recordOpenings } from '#features/access-log/access-log.service.ts'
import { type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { conflict } from '#http/errors.ts'
import type { Context, FileReply } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { toPdf } from '#lib/pdf.ts'
import { printedConditions } from './conditions/conditions.service.ts'
import { findBankName } from './decisions.repo.ts'
import { findLastEnding } from './offers/offers.repo.ts'
import { type StoredOffer, storedOffers } from './offers/stored-offers.rules.ts'

const percentText = (value: string) => `${value.replace('.', ',')} % годовых`

const standardWords: Readonly<Record<ShownDecision['outcome'], string>> = {
  APPROVE: 'Банк готов выдать кредит на этих условиях.',
  REJECT: 'Банк не готов выдать кредит по этой заявке.',
  REVOKE: 'Банк отозвал решение, принятое раньше.',
  COUNTER: 'Банк готов выдать кредит на других условиях.',
}

const suspendedWords =
  'Решение приостановлено: условия пересматриваются. До нового решения банк кредит на этих условиях не выдаёт.'

/** The offers of a counter-offer, one after another. */
const offersOf = (offers: readonly StoredOffer[]): Content[] =>
  offers.map(
    ({ place, amount, termMonths, rate, payment, fullLoanCost, addedIncome, paidOff, clientText }) => ({
      ul: [
        `Сумма ${exactRoublesText(amount)}, срок ${termMonths} мес., ставка ${percentText(rate)}`,
        ...(payment === null ? [] : [`Платёж в месяц ${exactRoublesText(payment)}`]),
        ...(fullLoanCost === null ? [] : [`Полная стоимость кредита ${percentText(fullLoanCost)}`]),
        ...(addedIncome === null
          ? []
          : [`Нужен созаёмщик с доходом не меньше ${exactRoublesText(addedIncome)} в месяц`]),
        ...(paidOff.length === 0 ? [] : [`Сначала погасить: ${paidOff.map(({ name }) => name).join(', ')}`]),
        clientText,
      ].map((line, at) => (at === 0 ? { text: `Вариант ${place}. ${line}`, bold: true } : line)),
      margin: [0, 0, 0, 10] as [number, number, number, number],
    }),
  )

/** Label and value of each condition that is known. */
function termsOf(decision: ShownDecision): [label: string, value: string][] {
  const { amount, termMonths, rate, payment, fullLoanCost, validTo } = decision
  const terms: [string, string | null][] = [
    ['Сумма кредита', amount && exactRoublesText(amount)],
    ['Срок', termMonths === null ? null : `${termMonths} мес.`],
    ['Ставка', rate && percentText(rate)],
    ['Платёж в месяц', payment && exactRoublesText(payment)],
    ['Полная стоимость кредита', fullLoanCost && percentText(fullLoanCost)],
    ['Решение действует по', validTo && dayText(validTo)],
  ]
  return terms.filter((line): line is [string, string] => line[1] !== null)
}

function pageOf(
  bankName: string,
  row: CaseRow,
  decision: ShownDecision,
  {
    day,
    offers,
    conditions,
  }: {
    readonly day: string
    readonly offers: readonly StoredOffer[]
    readonly conditions: readonly string[]
  },
): Content[] {
  const terms = termsOf(decision)
  return [
    { text: bankName, color: '#555555', margin: [0, 0, 0, 24] },
    { text: 'Уведомление о решении', fontSize: 18, bold: true },
    { text: `по заявке № ${row.number}`, margin: [0, 2, 0, 18] },
    {
      text: [
        { text: 'Заявитель: ', color: '#555555' },
        { text: row.clientName, bold: true },
      ],
      margin: [0, 0, 0, 6],
    },
    {
      text: [
        { text: 'Решение: ', color: '#555555' },
        { text: `${shownOutcomes[decision.outcome]}, ${dayText(day)}`, bold: true },
      ],
      margin: [0, 0, 0, 14],
    },
    ...(decision.suspended
      ? [{ text: suspendedWords, bold: true, margin: [0, 0, 0, 10] as [number, number, number, number] }]
      : []),
    { text: decision.text || standardWords[decision.outcome], margin: [0, 0, 0, 14] },
    ...offersOf(offers),
    ...(decision.reasons.length > 0 ? [{ text: 'Причины:' }, { ul: [...decision.reasons] }] : []),
    ...(terms.length > 0
      ? [
          {
            table: { widths: ['auto', '*'], body: terms.map(([label, value]) => [label, value]) },
            layout: 'lightHorizontalLines',
            margin: [0, 0, 0, 14] as [number, number, number, number],
          },
        ]
      : []),
    ...(conditions.length > 0
      ? [
          { text: 'Условия решения:', margin: [0, 0, 0, 4] as [number, number, number, number] },
          { ul: [...conditions] },
        ]
      : []),
  ]
}

/** The decision that a case stands on as a letter to the client; 409 while there is none. Its making is written down. */
export async function decisionNotice(engine: Engine, context: Context, caseId: number): Promise<FileReply> {
  const { db, actor } = context
  const row = await requireCase(db, actor, caseId, 'Read')
  const decision = await engine.decisions.shownFor(db, row)
  if (decision === null) throw conflict('Решения, о котором сообщают клиенту, по заявке пока нет')
  const day = bankDay({ ...engine.clock, now: () => new Date(decision.at) })
  const conditions = decision.outcome === 'APPROVE' ? await printedConditions(db, row.id) : []
  const offers =
    decision.outcome === 'COUNTER' ? storedOffers((await findLastEnding(db, row.id))?.offers) : []
  await recordOpenings(context, 'PDF', 'case', [{ id: row.id, files: 1 }])
  return {
    name: `Уведомление о решении ${row.number}.pdf`,
    contentType: 'application/pdf',
    body: await toPdf({
      info: { title: `Уведомление о решении по заявке № ${row.number}` },
      pageMargins: [56, 56, 56, 64],
      defaultStyle: { fontSize: 11, lineHeight: 1.25 },
      content: pageOf(await findBankName(db), row, decision, { day, offers, conditions }),
      footer: {
        text: 'Это не договор: права и обязанности сторон определяет кредитный договор.',
        fontSize: 9,
        color: '#666666',
        alignment: 'center',
      },
    }),
  }
}
