import { absenceReasons } from '@ipoteka-office/contract/employees/employees.ts'
import type { Underwriter } from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { formatDate } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { FormHead } from '#ui/form/form-section.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { Tag } from '#ui/tag.tsx'

const stateOf = ({ notActive, approvers }: Underwriter) => {
  if (notActive) return <StatusDot>Отключён</StatusDot>
  return approvers.some(({ onShift }) => onShift) ? (
    <StatusDot tone="green">В смене</StatusDot>
  ) : (
    <StatusDot tone="ring">Не в смене</StatusDot>
  )
}

/** Who it is, and how much work they have now. */
export function UnderwriterHead({ underwriter }: { underwriter: Underwriter }) {
  const { fullName, jobTitle, login, absence, load } = underwriter
  return (
    <FormHead
      title={fullName}
      subtitle={
        <>
          {[jobTitle, login].filter(Boolean).join(' · ')}{' '}
          {absence && (
            <Tag tone="amber">
              {absenceReasons[absence.reason]} до {formatDate(absence.dateTo)}
              {absence.deputy && `, замещает ${absence.deputy.fullName}`}
            </Tag>
          )}
        </>
      }
      facts={[
        { label: 'Состояние', value: stateOf(underwriter) },
        { label: 'Дел в работе', value: formatCount(load.open) },
        { label: 'Просрочено', value: formatCount(load.overdue) },
        { label: 'Решений сегодня', value: formatCount(load.decidedToday) },
      ]}
    />
  )
}
