import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import {
  type LinkedCase,
  linkShortApplication,
  type ShortApplication,
} from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { Link } from '@tanstack/react-router'
import { call } from '#api/call.ts'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { Tag } from '#ui/tag.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './short-applications.module.css'

const relations = { SOURCE: 'создана по нему', SAME_CLIENT: 'тот же клиент' } as const

/** Cases of the same client that somebody has tied to this one. */
export function Links({
  app,
  onChanged,
}: {
  app: ShortApplication
  onChanged: (app: ShortApplication) => void
}) {
  const untie = async ({ id }: LinkedCase) => {
    const params = { id: String(app.id), otherId: String(id) }
    try {
      onChanged(await call(linkShortApplication, { params, body: { linked: false } }))
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return (
    <FormCard>
      <FormSection title="Связанные дела" grid={false}>
        {app.links.length === 0 && (
          <p className="muted">Связанных дел нет. Связать можно из найденных дублей при создании заявки.</p>
        )}
        <ul className={styles.rows} aria-label="Связанные дела">
          {app.links.map((link) => (
            <li key={`${link.relation} ${link.id}`} className={styles.row}>
              <Link to={casePath(link.type, link.id)}>
                {caseTypes[link.type].name} {link.number}
              </Link>
              <span>{link.clientName}</span>
              <Tag>{link.stageName}</Tag>
              <span className="muted">{relations[link.relation]}</span>
              {link.relation === 'SAME_CLIENT' && (
                <Button look="link" onClick={() => void untie(link)}>
                  Разорвать связь
                </Button>
              )}
            </li>
          ))}
        </ul>
      </FormSection>
    </FormCard>
  )
}
