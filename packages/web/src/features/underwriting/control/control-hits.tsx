import { hitVerdicts } from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import {
  type BlacklistLevel,
  blacklistCategories,
  blacklistKinds,
  blacklistLevels,
  blacklistObject,
} from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type {
  ControlHit,
  IndividualControl,
} from '@ipoteka-office/contract/underwriting/individual-control.ts'
import { useRights } from '#api/rights.ts'
import { shortName } from '#lib/format.ts'
import { FormSection } from '#ui/form/form-section.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import styles from './control.module.css'

const tones: Record<BlacklistLevel, Tone> = { STOP: 'red', REVIEW: 'amber', INFO: 'blue' }

function Hit({ hit }: { hit: ControlHit }) {
  const { entryId, kind, category, level, exact, score, agreed, verdict, said, basis } = hit
  const opens = useRights().all({ [blacklistObject.objects[kind]]: ['Read'] })
  const title = `${blacklistKinds[kind]}, запись ${entryId}`
  return (
    <li>
      <p>
        <Tag tone={tones[level]}>{blacklistLevels[level]}</Tag> <b>{blacklistCategories[category]}</b>.{' '}
        {opens ? <HrefLink href={`/blacklist/${kind}/view/${entryId}`}>{title}</HrefLink> : title}.{' '}
        {exact ? 'Точное совпадение' : `Сходство ${score} из 100`}: {agreed.join(', ')}.
      </p>
      <p className="muted">
        {verdict === null
          ? 'Вердикта по совпадению ещё нет'
          : `${hitVerdicts[verdict]}${said === null ? '' : `, ${shortName(said)}`}`}
      </p>
      {basis !== null && <p>Основание: {basis}</p>}
    </li>
  )
}

/** What the blacklists say of the person; of a signed form what was known as it was signed. */
export function ControlHits({ hits, signedAt }: Pick<IndividualControl, 'hits' | 'signedAt'>) {
  return (
    <FormSection title="Совпадения с чёрными списками" grid={false}>
      {hits === null ? (
        <p className="muted">Форму подписали раньше, чем совпадения стали в ней показывать</p>
      ) : hits.length === 0 ? (
        <p className="muted">
          {signedAt === null ? 'Совпадений нет' : 'Когда форму подписывали, совпадений не было'}
        </p>
      ) : (
        <ul className={styles.hits} aria-label="Совпадения с чёрными списками">
          {hits.map((hit) => (
            <Hit key={`${hit.kind} ${hit.entryId}`} hit={hit} />
          ))}
        </ul>
      )}
    </FormSection>
  )
}
