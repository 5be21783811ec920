import {
  answerFields,
  answerOf,
  type CheckQuestion,
  wordsOf,
} from '@ipoteka-office/contract/underwriting/objects/check-list.ts'
import { useMemo, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { type FieldsPlace, SectionFieldsGrid } from '#widgets/case-sections/section-fields.tsx'
import { ReviewForm } from './review-form.tsx'
import { Opinions } from './opinions.tsx'
import type { TabProps } from './object-tabs.ts'
import styles from './mortgage.module.css'

// Whoever answers needs no versions.
const CheckListsDialog = onDemand(async () => (await import('./check-lists-dialog.tsx')).CheckListsDialog)

const namesOf = ({ key, kind }: CheckQuestion): string[] => {
  if (kind === 'CHOICE') return [answerOf(key)]
  return kind === 'COMMENT' ? [wordsOf(key)] : [answerOf(key), wordsOf(key)]
}

function Questions({ place, questions }: { place: FieldsPlace; questions: readonly CheckQuestion[] }) {
  const fields = useMemo(() => answerFields(questions), [questions])
  return questions.map((question, at) => (
    <fieldset key={question.key} className={styles.question}>
      <legend>
        {at + 1}. {question.ask}
      </legend>
      <div className={styles.answer}>
        <SectionFieldsGrid place={place} fields={fields} names={namesOf(question)} />
      </div>
    </fieldset>
  ))
}

/** «Юридическая проверка»: the questions of the goal, and what the lawyer says. */
export function LegalPart({ review, onChanged }: TabProps) {
  const [versions, setVersions] = useState(false)
  const { list, goal } = review
  const fields = useMemo(() => answerFields(list?.questions ?? []), [list])
  return (
    <div className={styles.tab}>
      <div className={styles.line2}>
        <span>
          {list === null
            ? 'Списка вопросов для этой цели нет'
            : `${goal?.name ?? 'Цель кредита'}: список вопросов, версия ${list.number}`}
        </span>
        <Button look="link" onClick={() => setVersions(true)}>
          Версии списков
        </Button>
      </div>
      {list === null ? (
        <section className={`card ${styles.box}`}>
          <Empty
            title="Вопросов нет"
            text="Список публикует сотрудник с правом на списки вопросов. Пока его нет, объект не принимают."
          />
        </section>
      ) : (
        // Another version asks other questions.
        <ReviewForm key={list.id} review={review} part="LEGAL" fields={fields}>
          {(place) => (
            <FormSection title="Вопросы проверки" grid={false}>
              <Questions place={place} questions={list.questions} />
            </FormSection>
          )}
        </ReviewForm>
      )}
      <Opinions review={review} onChanged={onChanged} />
      {versions && <CheckListsDialog onClose={() => setVersions(false)} />}
    </div>
  )
}
