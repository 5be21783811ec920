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

const percentText = (value: string) => `${value.replace('.', ',')} % годовых`

const standardWords: Readonly<Record<ShownDecision['outcome'], string>> = {
  APPROVE: 'Банк готов выдать кредит на этих условиях.',
  REJECT: 'Банк не готов выдать кредит по этой заявке.',
  REVOKE: 'Банк отозвал решение, принятое раньше.',
  COUNTER: 'Банк готов выдать кредит на других условиях.',
}

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
  { row, conditions }: { readonly row: CaseRow; readonly conditions: readonly string[] },
  decision: ShownDecision,
  day: string,
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
    { text: decision.text || standardWords[decision.outcome], margin: [0, 0, 0, 14] },
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
  await recordOpenings(context, 'PDF', 'case', [{ id: row.id, files: 1 }])
  return {
    name: `Уведомление о решении ${row.number}.pdf`,
    contentType: 'application/pdf',
    body: await toPdf({
      info: { title: `Уведомление о решении по заявке № ${row.number}` },
      pageMargins: [56, 56, 56, 64],
      defaultStyle: { fontSize: 11, lineHeight: 1.25 },
      content: pageOf(await findBankName(db), { row, conditions }, decision, day),
      footer: {
        text: 'Это не договор: права и обязанности сторон определяет кредитный договор.',
        fontSize: 9,
        color: '#666666',
        alignment: 'center',
      },
    }),
  }
}
