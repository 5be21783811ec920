import {
  certificateFields,
  passportFields,
  type RecognitionKind,
  recognitionKinds,
} from '@ipoteka-office/contract/recognition/recognition.ts'
import { loadConfig } from '#config.ts'
import { openRecogniser } from '#features/recognition/recogniser.ts'
import { distortions } from '#testing/specimens/distort.ts'
import { specimenFonts } from '#testing/specimens/specimen-fonts.ts'
import { median, number, type Section, table } from '../report.ts'
import { type Judged, type Measured, measure } from './measure.ts'

/** Specimens of each kind under each distortion: nine distortions make 63 of a kind. */
const perDistortion = Number(process.argv.find((text) => text.startsWith('--specimens='))?.slice(12) ?? 7)
const firstSeed = 70_000
const cleanLimit = 0.95
const spoiltLimit = 0.8
const rowLabel = 'Строка дохода за месяц'

const labels: Readonly<Record<string, string>> = { ...certificateFields, ...passportFields, row: rowLabel }
const kinds = Object.keys(recognitionKinds) as RecognitionKind[]
const names = Object.keys(distortions) as (keyof typeof distortions)[]

const shareOf = (values: readonly Judged[]) =>
  values.length === 0 ? Number.NaN : values.filter(({ right }) => right).length / values.length
const percent = (share: number) => (Number.isNaN(share) ? '—' : `${number(share * 100, 1)} %`)
const valuesOf = (measured: readonly Measured[]) => measured.flatMap(({ values }) => values)

/** Two at once, as the product does it. */
async function measureAll(): Promise<Measured[]> {
  const recogniser = openRecogniser({ tesseract: loadConfig().tesseractPath, mostWaiting: 10_000 })
  const { available, message } = await recogniser.state()
  if (!available) throw new Error(message ?? 'Распознавание недоступно')
  const works = kinds.flatMap((kind) =>
    names.flatMap((distortion, at) =>
      Array.from({ length: perDistortion }, (_, index) => ({
        kind,
        distortion,
        lot: distortions[distortion],
        seed: firstSeed + at * 1_000 + index,
      })),
    ),
  )
  const measured: Measured[] = []
  const next = works.values()
  const worker = async () => {
    for (const work of next) {
      const one = await measure(recogniser, work)
      measured.push(one)
      for (const { field, right, note } of one.values)
        if (!right) console.log(`${work.kind} ${work.distortion} ${work.seed}: ${labels[field]} — ${note}`)
    }
  }
  await Promise.all([worker(), worker()])
  return measured
}

function byDistortion(measured: readonly Measured[]): string {
  const rows = names.map((distortion) => {
    const cells = kinds.flatMap((kind) => {
      const own = measured.filter((one) => one.kind === kind && one.distortion === distortion)
      const values = valuesOf(own)
      const sure = values.filter(({ sure: isSure }) => isSure)
      return [
        percent(shareOf(values)),
        percent(shareOf(sure)),
        number(median(own.map(({ milliseconds }) => milliseconds)) / 1_000, 1),
      ]
    })
    return [distortion, ...cells]
  })
  return table(
    [
      'искажение',
      'паспорт, верных полей',
      'из уверенных верны',
      'с, медиана',
      'справка, верных полей',
      'из уверенных верны',
      'с, медиана',
    ],
    rows,
  )
}

function byField(measured: readonly Measured[]): string {
  const rows = kinds.flatMap((kind) => {
    const values = valuesOf(measured.filter((one) => one.kind === kind))
    const fields = [...new Set(values.map(({ field }) => field))]
    return fields.map((field) => {
      const own = values.filter((value) => value.field === field)
      const clean = valuesOf(
        measured.filter((one) => one.kind === kind && one.distortion === 'чистый'),
      ).filter((value) => value.field === field)
      return [recognitionKinds[kind], labels[field] ?? field, percent(shareOf(clean)), percent(shareOf(own))]
    })
  })
  return table(['документ', 'поле', 'чистые', 'все'], rows)
}

function missedOf(measured: readonly Measured[]): string[] {
  return kinds.flatMap((kind) => {
    const own = measured.filter((one) => one.kind === kind)
    const clean = shareOf(valuesOf(own.filter(({ distortion }) => distortion === 'чистый')))
    const spoilt = shareOf(valuesOf(own.filter(({ distortion }) => distortion !== 'чистый')))
    const name = recognitionKinds[kind]
    return [
      ...(clean >= cleanLimit ? [] : [`${name}: чистые ${percent(clean)}`]),
      ...(spoilt >= spoiltLimit ? [] : [`${name}: искажённые ${percent(spoilt)}`]),
    ]
  })
}

/** Shares of right fields on drawn specimens, by document, distortion and field. */
export async function benchRecognition(): Promise<Section> {
  const measured = await measureAll()
  const each = measured.length / kinds.length
  const markdown = `По ${each} нарисованных образцов паспорта и справки о доходах с выдуманными данными, по ${perDistortion} на искажение; у каждого восьмого паспорта нет машиночитаемой зоны. Шрифты: ${[...specimenFonts].join(', ')}; зона — своим начертанием в манере OCR-B. Поле верно, только если совпало до знака («Ё» отличается от «Е»). «Уверенные» — с уверенностью от 0,85: их берёт кнопка «Взять все уверенные». Настоящих документов в замере нет: на них доли будут другими. Границы: чистые не ниже 95 %, искажённые не ниже 80 %. Распознаются по два сразу, тем же дочерним процессом, что и в работе; время — с ожиданием ядра.

${byDistortion(measured)}

${byField(measured)}`
  return { title: 'Распознавание', markdown, missed: missedOf(measured) }
}
