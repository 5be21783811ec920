/** What the days of a paper contradict: today, and each other. The form and the server both ask. */
export const documentDayIssues = (
  { issuedOn, validTo }: { readonly issuedOn: string | null; readonly validTo: string | null },
  today: string,
): { path: string; message: string }[] => [
  ...(issuedOn !== null && issuedOn > today
    ? [{ path: 'issuedOn', message: 'Дата выдачи ещё не наступила' }]
    : []),
  ...(issuedOn !== null && validTo !== null && validTo < issuedOn
    ? [{ path: 'validTo', message: 'Дата окончания раньше даты выдачи' }]
    : []),
]
