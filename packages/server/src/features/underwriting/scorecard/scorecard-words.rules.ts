import { characteristicOf } from '@ipoteka-office/contract/underwriting/scorecard/characteristics.ts'
import {
  type ScoreCharacteristic,
  ScorecardContent,
} from '@ipoteka-office/contract/underwriting/scorecard/content.ts'

const signed = (points: number) => String(points).replace('-', '−')

function characteristicWords({ code, bins, missing }: ScoreCharacteristic): string {
  const parts = bins.map(({ from, codes, points }) => `${from ?? codes.join('/')} ${signed(points)}`.trim())
  return `${characteristicOf(code).name}: ${parts.join(', ')}, нет данных ${signed(missing)}`
}

/** What a version says in a line of its history: whole, so that two lines can be compared. */
export function contentWords(value: unknown): string {
  const { success, data } = ScorecardContent.safeParse(value)
  if (!success) return ''
  const bands = data.bands.map(({ from, advice }) => `${from ?? 'ниже'} ${advice}`).join(', ')
  return [
    `${data.targetScore} при ${data.targetOdds}:1, удвоение ${data.pdo}, основа ${signed(data.base)}`,
    ...data.characteristics.map(characteristicWords),
    `Полосы: ${bands}`,
  ].join('; ')
}
