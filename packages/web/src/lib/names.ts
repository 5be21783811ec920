/** The sex that a patronymic tells, null when it tells none: «Игоревна», «оглы», «кызы». */
export function sexOfPatronymic(patronymic: string): 'MALE' | 'FEMALE' | null {
  const word = patronymic.trim().toLowerCase()
  if (/(?:ич|оглы|оглу|улы|уулу)$/.test(word)) return 'MALE'
  return /(?:на|кызы|гызы|қызы)$/.test(word) ? 'FEMALE' : null
}
