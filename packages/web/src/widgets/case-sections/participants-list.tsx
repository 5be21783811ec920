import { lowered } from '#lib/words.ts'
import {
  type CaseParticipant,
  changeParticipant,
  orderParticipants,
  ParticipantRole,
  participantRoles,
  removeParticipant,
  restoreParticipant,
} from '@ipoteka-office/contract/cases/case-participants.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { FormCard } from '#ui/form/form-section.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu, type MenuItem } from '#ui/overlay/menu.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '../notify-failure.ts'
import styles from './case-sections.module.css'
import ownStyles from './participants-list.module.css'
import { ParticipantDialog } from './participant-dialog.tsx'
import { present, type Questionnaire, refreshQuestionnaire } from './questionnaire-data.ts'

interface ListProps {
  readonly caseId: number
  readonly questionnaire: Questionnaire
  readonly editable: { readonly enabled: boolean; readonly reasonDisabled: string | null }
  /** The one whose data are open. */
  readonly current: number | null
  readonly onOpen: (participantId: number) => void
}

/** Runs a command on participants and reads them again, whatever came of it. */
async function act(caseId: number, command: () => Promise<unknown>, said: string): Promise<void> {
  try {
    await command()
    toast.success(said)
  } catch (failure) {
    notifyFailure(failure)
  } finally {
    await refreshQuestionnaire(caseId)
  }
}

const paramsOf = (caseId: number, id: number) => ({ id: String(caseId), participantId: String(id) })

function moved(people: readonly CaseParticipant[], at: number, step: -1 | 1): number[] {
  const ids = people.map(({ id }) => id)
  const [id] = ids.splice(at, 1)
  if (id !== undefined) ids.splice(at + step, 0, id)
  return ids
}

/** What can be done with a participant who is not the main borrower. */
function menuOf({ caseId, questionnaire }: ListProps, person: CaseParticipant): MenuItem[] {
  const people = present(questionnaire)
  const at = people.findIndex(({ id }) => id === person.id)
  const params = paramsOf(caseId, person.id)
  const order = (step: -1 | 1) =>
    act(
      caseId,
      () =>
        call(orderParticipants, { params: { id: String(caseId) }, body: { ids: moved(people, at, step) } }),
      'Порядок участников изменён',
    )
  const roles = Object.entries(participantRoles).filter(
    ([code]) => code !== 'MAIN_BORROWER' && code !== person.role,
  )
  const remove = async () => {
    const yes = await confirm({
      title: 'Убрать участника?',
      text: `${person.name}: данные сохранятся, участника можно вернуть.`,
      okText: 'Убрать',
    })
    if (yes)
      await act(
        caseId,
        () => call(removeParticipant, { params, query: { version: String(person.version) } }),
        'Участник убран',
      )
  }
  return [
    at > 1 ? { label: 'Поднять выше', onClick: () => void order(-1) } : null,
    at < people.length - 1 ? { label: 'Опустить ниже', onClick: () => void order(1) } : null,
    ...roles.map(([code, name]) => ({
      label: `Сделать: ${lowered(name)}`,
      onClick: () =>
        void act(
          caseId,
          () =>
            call(changeParticipant, {
              params,
              body: { role: ParticipantRole.parse(code), version: person.version },
            }),
          `Роль изменена: ${lowered(name)}`,
        ),
    })),
    { label: 'Убрать из заявки', danger: true, onClick: () => void remove() },
  ]
}

function Removed({ caseId, people }: { caseId: number; people: readonly CaseParticipant[] }) {
  if (people.length === 0) return null
  return (
    <details className={styles.removed}>
      <summary>Убранные участники: {people.length}</summary>
      <ul>
        {people.map(({ id, name, roleName, removedAt, version }) => (
          <li key={id}>
            {name}{' '}
            <span className="muted">
              {roleName}, убран {formatDateTime(removedAt)}
            </span>{' '}
            <Button
              look="link"
              aria-label={`Вернуть: ${name}`}
              onClick={() =>
                void act(
                  caseId,
                  () => call(restoreParticipant, { params: paramsOf(caseId, id), body: { version } }),
                  'Участник возвращён',
                )
              }
            >
              Вернуть
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Everybody besides the main borrower: who, in which role, how complete; added, moved, removed and brought back. */
export function ParticipantsList(props: ListProps) {
  const { caseId, questionnaire, editable, current, onOpen } = props
  const [adding, setAdding] = useState(false)
  const others = present(questionnaire).filter(({ role }) => role !== 'MAIN_BORROWER')
  const removed = questionnaire.participants.filter(({ removedAt }) => removedAt !== null)
  const lacking = (id: number) => questionnaire.answer.gaps.filter((gap) => gap.participantId === id).length
  return (
    <FormCard>
      <section className={ownStyles.people} aria-label="Созаёмщики и участники">
        <div className={ownStyles.peopleHead}>
          <h2>Созаёмщики и участники</h2>
          <Button
            disabledReason={editable.enabled ? null : editable.reasonDisabled}
            onClick={() => setAdding(true)}
          >
            <Icon name="plus" /> Добавить участника
          </Button>
        </div>
        {others.length === 0 && <p className="muted">Заёмщик один: других участников нет.</p>}
        <ul>
          {others.map((person) => {
            const gaps = lacking(person.id)
            return (
              <li key={person.id} className={cx(person.id === current && ownStyles.chosenPerson)}>
                <Button
                  look="link"
                  aria-current={person.id === current || undefined}
                  onClick={() => onOpen(person.id)}
                >
                  {person.name}
                </Button>
                <span className="muted">{person.roleName}</span>
                {gaps === 0 ? <Tag tone="green">заполнен</Tag> : <Tag tone="amber">не заполнено: {gaps}</Tag>}
                {editable.enabled && (
                  <Menu label={`Действия: ${person.name}`} items={menuOf(props, person)} />
                )}
              </li>
            )
          })}
        </ul>
        {editable.enabled && <Removed caseId={caseId} people={removed} />}
      </section>
      {adding && (
        <ParticipantDialog
          caseId={caseId}
          onClose={() => setAdding(false)}
          onAdded={(id) => void refreshQuestionnaire(caseId).then(() => onOpen(id))}
        />
      )}
    </FormCard>
  )
}
