const rules = new Intl.PluralRules('ru')

/** «31 год», «22 года», «45 лет». */
export function yearsText(years: number): string {
  const form = rules.select(years)
  return `${years}\u00a0${form === 'one' ? 'год' : form === 'few' ? 'года' : 'лет'}`
}

/** After «больше» and «не меньше»: «31 года», «22 лет». */
export const ofYears = (years: number): string =>
  `${years}\u00a0${rules.select(years) === 'one' ? 'года' : 'лет'}`
