import type { SessionState } from '#api/session.ts'
import { Button } from '#ui/button.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { cx } from '#ui/class-names.ts'
import styles from './session-screens.module.css'

const toStart = () => location.assign('/')
const again = () => location.reload()

/** What is shown while nobody is signed in (specification 2 §2 «Shell session states»). */
export function SessionScreen({ state }: { state: Exclude<SessionState, { status: 'OK' }> }) {
  if (state.status === 'WAIT') return <DelayedLoader />
  return (
    <main className={styles.screen}>
      <div className={styles.card}>
        <span className={cx('logo', styles.mark)} aria-hidden="true">
          И
        </span>
        <Words state={state} />
      </div>
    </main>
  )
}

function Words({ state }: { state: Exclude<SessionState, { status: 'OK' | 'WAIT' }> }) {
  switch (state.status) {
    case 'ERROR':
      return (
        <>
          <h1>Ошибка авторизации. F5 для повтора</h1>
          <p role="alert">{state.reason}</p>
          <div className={styles.actions}>
            <Button look="primary" onClick={again}>
              Повторить
            </Button>
            {state.logout && <Button onClick={state.logout}>Войти под другим именем</Button>}
          </div>
        </>
      )
    case 'NOTCONNECT':
      return (
        <>
          <h1>Сервер входа недоступен</h1>
          <p role="alert">{state.reason}</p>
          <p>
            Откройте <a href={state.address}>адрес сервера входа</a>. Если браузер предупредит о сертификате,
            добавьте исключение, затем вернитесь и обновите эту страницу.
          </p>
          <div className={styles.actions}>
            <Button look="primary" onClick={again}>
              Повторить
            </Button>
          </div>
        </>
      )
    case 'LOGOUT':
      return (
        <>
          <h1>Пользователь завершил сеанс</h1>
          <div className={styles.actions}>
            <Button look="primary" onClick={toStart}>
              Дальше
            </Button>
          </div>
        </>
      )
  }
}
