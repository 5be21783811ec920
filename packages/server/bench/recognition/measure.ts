import { Readable } from 'node:stream'
import {
  certificateFields,
  passportFields,
  type RecognitionKind,
  sureConfidence,
} from '@ipoteka-office/contract/recognition/recognition.ts'
import { averageOf } from '#features/recognition/certificate/certificate-checks.rules.ts'
import { nothingFound, type Recognised } from '#features/recognition/recognised.ts'
import type { Recogniser } from '#features/recognition/recogniser.ts'
import type { CertificateData } from '#testing/specimens/specimen-certificate.ts'
import { certificateSpecimen, type Lot, passportSpecimen } from '#testing/specimens/specimens.ts'

/** One value of one specimen: was it read right, and how sure the program was. */
export interface Judged {
  readonly field: string
  readonly right: boolean
  readonly found: boolean
  readonly sure: boolean
  /** What was read instead, for those who improve the program. */
  readonly note: string
}

/** One specimen after its recognition. */
export interface Measured {
  readonly kind: RecognitionKind
  readonly distortion: string
  readonly seed: number
  readonly values: readonly Judged[]
  readonly milliseconds: number
}

type Truth = Readonly<Record<string, string>>

const today = '2026-11-21'

function judge(truth: Truth, { documentFields }: Recognised): Judged[] {
  return Object.entries(truth).map(([field, value]) => {
    const read = documentFields.find(({ name }) => name === field)
    const right = read?.value === value
    return {
      field,
      right,
      found: read !== undefined,
      sure: (read?.confidence ?? 0) >= sureConfidence,
      note: right ? '' : `${read?.value ?? '—'} (${read?.confidence ?? 0}) вместо ${value}`,
    }
  })
}

/** Rows of the table count as one value each. */
function judgeRows({ rows }: CertificateData, { incomes }: Recognised): Judged[] {
  const textOf = (row: CertificateData['rows'][number]) =>
    [row.month, row.incomeCode, row.amount, row.deductionCode, row.deduction].join(' ')
  return rows.map((row) => {
    const read = incomes.find((income) => textOf(income) === textOf(row))
    return {
      field: 'row',
      right: read !== undefined,
      found: incomes.some(({ month }) => month === row.month),
      sure: (read?.confidence ?? 0) >= sureConfidence,
      note: read === undefined ? `нет строки ${textOf(row)}` : '',
    }
  })
}

const pick = (data: object, names: readonly string[]): Truth =>
  Object.fromEntries(
    Object.entries(data).filter(([name, value]) => names.includes(name) && typeof value === 'string'),
  )

/** Draws a specimen, spoils it, recognises it as the product does and compares. */
export async function measure(
  recogniser: Recogniser,
  { kind, distortion, lot, seed }: { kind: RecognitionKind; distortion: string; lot: Lot; seed: number },
): Promise<Measured> {
  const read = async (scan: Buffer) => {
    const begun = performance.now()
    const input = { kind, contentType: 'image/jpeg', content: Readable.from([scan]), today }
    // A scan that could not be read in time counts as one with nothing found.
    const result = await recogniser
      .recognise(input, new AbortController().signal)
      .catch((failure: unknown) => nothingFound(String(failure)))
    return { result, milliseconds: performance.now() - begun }
  }
  if (kind === 'PASSPORT') {
    const { data, scan } = await passportSpecimen(seed, lot)
    const { result, milliseconds } = await read(scan)
    return {
      kind,
      distortion,
      seed,
      milliseconds,
      values: judge(pick(data, Object.keys(passportFields)), result),
    }
  }
  const { data, scan } = await certificateSpecimen(seed, lot)
  const { result, milliseconds } = await read(scan)
  const truth = {
    ...pick(data, Object.keys(certificateFields)),
    taxRate: '13',
    averageIncome: averageOf(data) ?? '',
  }
  return {
    kind,
    distortion,
    seed,
    milliseconds,
    values: [...judge(truth, result), ...judgeRows(data, result)],
  }
}
