/** First days of the months that the days touch, in the order of time; a month is never longer than the days ask. */
export function monthsWithin({ from, to }: { readonly from: string; readonly to: string }): string[] {
  const last = Temporal.PlainDate.from(to)
  const months: string[] = []
  for (
    let day = Temporal.PlainDate.from(from).with({ day: 1 });
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ months: 1 })
  )
    months.push(day.toString())
  return months
}
