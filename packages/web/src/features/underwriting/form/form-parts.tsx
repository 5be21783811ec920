import { formPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { type FormTab, formTabs } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { usePageLook } from '#theme/use-page-look.ts'
import { Empty } from '#ui/empty.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import styles from './form.module.css'
import { builtTabs, drawTab, type TabOf } from './form-tabs.tsx'

/** The open tab; in the former look all of them one after another. */
export function FormParts({ tab, ...of }: TabOf & { tab: FormTab }) {
  const look = usePageLook()
  const tabs = builtTabs(of.room)
  if (look === 'former')
    return (
      <div className={styles.parts}>
        {tabs.map(({ key, label }) => (
          <section key={key} id={key} aria-label={label}>
            {drawTab(key, of)}
          </section>
        ))}
      </div>
    )
  if (tabs.some(({ key }) => key === tab)) return <div className={styles.parts}>{drawTab(tab, of)}</div>
  const { type, caseId, participantId } = of.room
  return (
    <div className={styles.parts}>
      <Empty title={`Вкладки «${formTabs[tab]}» у этого участника нет`} text="О нём банк спрашивает меньше.">
        <HrefLink href={formPath(type, caseId, participantId)}>К сравнению</HrefLink>
      </Empty>
    </div>
  )
}
