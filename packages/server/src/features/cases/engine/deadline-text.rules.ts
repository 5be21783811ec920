import type { Deadline } from '@ipoteka-office/contract/cases/machines/machine.ts'

const forms = new Intl.PluralRules('ru')

function counted(count: number, one: string, few: string, many: string): string {
  const form = forms.select(count)
  if (form === 'one') return `${count} ${one}`
  return `${count} ${form === 'few' ? few : many}`
}

/** A deadline in words. */
export function deadlineText(deadline: Deadline): string {
  if ('days' in deadline) return counted(deadline.days, 'день', 'дня', 'дней')
  if ('workingDays' in deadline)
    return counted(deadline.workingDays, 'рабочий день', 'рабочих дня', 'рабочих дней')
  const { workingMinutes } = deadline
  return workingMinutes % 60 === 0
    ? counted(workingMinutes / 60, 'рабочий час', 'рабочих часа', 'рабочих часов')
    : counted(workingMinutes, 'рабочая минута', 'рабочие минуты', 'рабочих минут')
}
