import type { CreditBureau } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import { BadReport, CreditReportData, type ReadReport } from './credit-report.ts'
import { readNbki } from './formats/nbki.ts'
import { readOkb } from './formats/okb.ts'
import { readScoring } from './formats/scoring.ts'
import { decodeXml, parseXml } from '#lib/xml/safe-xml.ts'
import { XmlReader } from '#lib/xml/xml-reader.ts'

/** Each bureau writes in its own way: the name of the document and who reads it. */
const formats: Readonly<Record<CreditBureau, { readonly root: string; read(root: XmlReader): unknown }>> = {
  NBKI: { root: 'CreditReport', read: readNbki },
  OKB: { root: 'Report', read: readOkb },
  SCORING: { root: 'response', read: readScoring },
}

/** What stands in the future has not happened: one such day and the report is not believed. */
function futureDay(data: CreditReportData, today: string): string | undefined {
  const days = [
    data.date,
    data.subject.birthDate,
    ...data.enquiries,
    ...data.applications.map(({ date }) => date),
    ...data.accounts.flatMap(({ openedOn, closedOn, asOf }) => [openedOn, asOf, closedOn ?? openedOn]),
  ]
  return days.find((day) => day > today)
}

/** Reads what a bureau has sent; throws `BadReport` with words that a person can be shown. */
export function readReport(bureau: CreditBureau, bytes: Uint8Array, today: string): ReadReport {
  const { text, encoding } = decodeXml(bytes)
  const root = new XmlReader(parseXml(text))
  const format = formats[bureau]
  if (root.name !== format.root)
    throw new BadReport('Отчёт не разобран: это отчёт другого бюро или другой формат')
  const parsed = CreditReportData.safeParse(format.read(root))
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? ''
    throw new BadReport(`Отчёт не разобран: неверное значение в «${path}»`, { cause: parsed.error })
  }
  const future = futureDay(parsed.data, today)
  if (future !== undefined) throw new BadReport(`В отчёте есть дата из будущего: ${future}`)
  return { data: parsed.data, unknown: root.unknown(), encoding }
}
