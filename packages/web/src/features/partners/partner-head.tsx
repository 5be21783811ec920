import { partnerFields } from '@ipoteka-office/contract/partners/partner-fields.ts'
import type { Partner } from '@ipoteka-office/contract/partners/partners.ts'
import type { ReactNode } from 'react'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { FormHead } from '#ui/form/form-section.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { PartnerSwitch } from './partner-switch.tsx'
import styles from './partners.module.css'

const stateText = ({ notActive, notActiveSince }: Partner) => {
  if (!notActive) return 'Действует'
  return notActiveSince === null ? 'Отключён' : `Отключён с ${formatDate(notActiveSince)}`
}

/** The head that stays in sight: which partner it is, its numbers and the buttons. */
export function PartnerHead({ partner, children }: { partner: Partner; children: ReactNode }) {
  return (
    <div className={styles.sticky}>
      <FormHead
        title={partner.shortName}
        subtitle={[partner.branchTypeName, partner.regionName].filter(Boolean).join(' · ') || emptyValue}
        facts={[
          { label: partnerFields.inn.label, value: partner.inn },
          {
            label: 'Состояние',
            value: <StatusDot tone={partner.notActive ? 'neutral' : 'green'}>{stateText(partner)}</StatusDot>,
          },
        ]}
      >
        <PartnerSwitch partner={partner} />
        {children}
      </FormHead>
    </div>
  )
}
