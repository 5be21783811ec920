import type { Completeness } from '@ipoteka-office/contract/documents/document-completeness.ts'
import { FactCode, type FactValue, factOf } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import { useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { GroupSelect } from '#ui/select/group-select.tsx'
import { Icon } from '#ui/icon.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { Tag } from '#ui/tag.tsx'
import {
  type CheckEdits,
  isEdited,
  keptOrder,
  type PersonEdits,
  peopleOf,
  withFact,
  withoutPerson,
  withPerson,
} from './check-edits.ts'
import { ValueInput } from '#widgets/condition/condition-value.tsx'
import type { PartValue } from '#widgets/condition/condition-values.ts'
import styles from '../document-rules.module.css'
import ownStyles from './check-facts.module.css'
import { capital, type FactBook, factGroups } from '#widgets/condition/fact-book.ts'
import { nameIn } from '../rule-dictionaries.ts'

/** Fields shown before the others are asked for. */
const firstFields = 6

type Options = readonly { code: string; name: string }[]

interface Shared {
  known: Completeness
  edits: CheckEdits
  onChange: (edits: CheckEdits) => void
  book: FactBook
}

/** A value that is typed: undefined takes the fact back to what the application says. */
const factValue = (value: PartValue): FactValue | undefined =>
  Array.isArray(value) || value === null || value === '' ? undefined : value

/** One fact with its field; a fact that may be known to be empty has a box for that. */
function FactField({
  code,
  person,
  shared: { known, edits, onChange, book },
}: {
  code: FactCode
  person: PersonEdits | null
  shared: Shared
}) {
  const key = person?.key ?? null
  const fact = factOf(code)
  const given = person ? person.facts[code] : edits.facts[code]
  const set = (value: FactValue | undefined) => onChange(withFact(edits, known, code, key, value))
  return (
    <li>
      <span className={ownStyles.factName}>
        {capital(fact.label)}
        {isEdited(edits, code, key) && <Tag tone="blue">задано здесь</Tag>}
      </span>
      <div className={ownStyles.factValue}>
        <ValueInput
          code={code}
          several={false}
          value={given === undefined ? null : given}
          book={book}
          disabled={given === null}
          invalid={false}
          placeholder="Не известно"
          onChange={(value) => set(factValue(value))}
        />
        {fact.nullable && (
          <label className={ownStyles.noValue}>
            <input
              type="checkbox"
              aria-label={`Нет: ${fact.label}`}
              checked={given === null}
              onChange={(event) => set(event.target.checked ? null : undefined)}
            />
            нет
          </label>
        )}
        {isEdited(edits, code, key) && (
          <Button look="quiet" aria-label={`Вернуть: ${fact.label}`} onClick={() => set(undefined)}>
            <Icon name="close" size={12} />
          </Button>
        )}
      </div>
    </li>
  )
}

/** Facts of the case or of one participant: known ones with their source, fields for unknown ones, and any other. */
function FactsOf({ person, shared }: { person: PersonEdits | null; shared: Shared }) {
  const { known, edits, onChange } = shared
  const key = person?.key ?? null
  const scope = person ? 'PARTICIPANT' : 'CASE'
  const [asked, setAsked] = useState<readonly FactCode[]>([])
  const [all, setAll] = useState(false)
  const isOwn = (one: { participantKey: string | null }) => one.participantKey === key
  const open = known.openFacts.filter(isOwn).map(({ fact }) => fact)
  const given = person ? person.facts : edits.facts
  const edited = (Object.keys(given) as FactCode[]).filter((code) => isEdited(edits, code, key))
  // A field that is being typed in must not move when the server ranks the facts anew.
  const shown = useRef<readonly FactCode[]>([])
  const fields = keptOrder(shown.current, asked, [...edited, ...open])
  shown.current = fields
  const read = known.facts.filter((one) => isOwn(one) && !fields.includes(one.fact))
  const groups = factGroups((code) => factOf(code).scope === scope)
    .map(({ label, options }) => ({
      label,
      options: options.filter(
        ({ code }) => code !== 'participantRole' && !fields.some((field) => field === code),
      ),
    }))
    .filter(({ options }) => options.length > 0)
  return (
    <>
      {read.length > 0 && (
        <>
          <h3 className={ownStyles.source}>Известно из заявки</h3>
          <dl className={ownStyles.knownFacts}>
            {read.map(({ fact, label, text }) => (
              <div key={fact}>
                <dt>{capital(label)}</dt>
                <dd>{capital(text)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {fields.length > 0 && <h3 className={ownStyles.source}>Не известно: можно задать</h3>}
      {fields.length > 0 && (
        <ul className={ownStyles.factFields} aria-label={person ? 'Данные участника' : 'Данные заявки'}>
          {fields.slice(0, all ? undefined : firstFields).map((code) => (
            <FactField key={code} code={code} person={person} shared={shared} />
          ))}
        </ul>
      )}
      {!all && fields.length > firstFields && (
        <p className={ownStyles.showMore}>
          <Button look="link" onClick={() => setAll(true)}>
            Показать ещё {fields.length - firstFields}
          </Button>
        </p>
      )}
      <GroupSelect
        key={fields.length}
        aria-label={person ? 'Задать данные участника' : 'Задать данные заявки'}
        groups={groups}
        value={null}
        placeholder="Задать или изменить данные…"
        onChange={(code) => {
          const chosen = FactCode.safeParse(code).data
          if (!chosen) return
          setAsked([...asked, chosen])
          const now = known.facts.find((one) => isOwn(one) && one.fact === chosen)
          if (now) onChange(withFact(edits, known, chosen, key, now.value))
        }}
      />
    </>
  )
}

function People({ shared, roles }: { shared: Shared; roles: Options }) {
  const { known, edits, onChange } = shared
  const [role, setRole] = useState('MAIN_BORROWER')
  const people = edits.people ?? peopleOf(known)
  return (
    <>
      {people.map((person) => (
        <FormSection key={person.key} title={person.name || nameIn(roles, person.role)} grid={false}>
          {person.name && <p className="muted">{nameIn(roles, person.role)}</p>}
          <FactsOf person={person} shared={shared} />
          <p className={styles.more}>
            <Button
              look="link"
              aria-label={`Убрать участника: ${person.name || nameIn(roles, person.role)}`}
              onClick={() => onChange(withoutPerson(edits, known, person.key))}
            >
              Убрать участника
            </Button>
          </p>
        </FormSection>
      ))}
      <FormSection title="Добавить участника" grid={false}>
        <div className={ownStyles.addPerson}>
          <SingleSelect aria-label="Роль нового участника" options={roles} value={role} onChange={setRole} />
          <Button
            disabledReason={people.length >= 20 ? 'Не более 20 участников' : null}
            onClick={() => onChange(withPerson(edits, known, role, `${role} ${people.length + 1}`))}
          >
            Добавить
          </Button>
        </div>
      </FormSection>
    </>
  )
}

/** What is known of the application and what is assumed about it for the check. */
export function CheckFacts({ roles, ...shared }: Shared & { roles: Options }) {
  return (
    <div className="card">
      <FormSection title="Данные заявки" grid={false}>
        <FactsOf person={null} shared={shared} />
      </FormSection>
      <People shared={shared} roles={roles} />
    </div>
  )
}
