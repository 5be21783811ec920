import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useStore } from '#lib/store.ts'
import { Button } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import {
  type Answer,
  answers,
  answerWith,
  colleagueSaves,
  held,
  holdAnswers,
  known,
  operatorsFields,
  saves,
} from './dev-record-server.ts'
import { DevForm } from './dev-ui-form.tsx'
import styles from './dev-ui.module.css'

const ways = Object.entries(answers).map(([code, name]) => ({ code, name }))

/** What a colleague and the server do while the form is open. */
function Around() {
  const letGo = useStore(held)
  const record = useStore(known)
  const count = useStore(saves)
  const [answer, setAnswer] = useState<Answer>('saved')
  const [holds, setHolds] = useState(false)
  return (
    <section aria-label="Сервер и коллега" className={styles.row}>
      <SingleSelect
        aria-label="Сервер"
        value={answer}
        options={ways}
        onChange={(code) => {
          setAnswer(code as Answer)
          answerWith(code as Answer)
        }}
      />
      <label>
        <input
          type="checkbox"
          checked={holds}
          onChange={({ target }) => {
            setHolds(target.checked)
            holdAnswers(target.checked)
          }}
        />{' '}
        Придерживать ответы
      </label>
      <label>
        <input type="checkbox" onChange={({ target }) => operatorsFields.set(target.checked)} /> Лимит меняет
        и наименование видит оператор
      </label>
      <Button disabled={letGo === null} onClick={() => letGo?.()}>
        Отпустить ответ
      </Button>
      <Button onClick={() => colleagueSaves({ limit: 41 }, 'told')}>Коллега: лимит 41</Button>
      <Button onClick={() => colleagueSaves({ limit: 41 }, 'silent')}>Коллега: лимит 41, молча</Button>
      <Button onClick={() => colleagueSaves({ regions: { codes: [], all: false } }, 'silent')}>
        Коллега: отзыв регионов, молча
      </Button>
      <span>
        Сохранений: {count}, на сервере версия {record.version}, лимит {record.limit}
      </span>
      <Link to="/dev/ui">К блокам</Link>
    </section>
  )
}

/** The record kit with a server of its own and a colleague at hand; for developers and for the kit's tests. */
export function DevRecordPage() {
  return (
    <main className={styles.page}>
      <PageHead title="Форма записи" />
      <Around />
      <DevForm />
    </main>
  )
}
