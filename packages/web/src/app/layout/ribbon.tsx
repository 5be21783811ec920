import { liveLost, refreshLive } from '#api/live.ts'
import { notReadAgain, readAgain } from '#api/query.ts'
import { sessionExpired, useSession } from '#api/session.ts'
import { useStore } from '#lib/store.ts'
import { resetSwitches, switches } from '#lib/switches.ts'
import { Button } from '#ui/button.tsx'
import styles from './layout.module.css'

/** A red ribbon while a switch of specification 1 §6 is on. */
export function SwitchRibbon() {
  const { rolesOff, authOff, validationLog } = useStore(switches)
  const on = [
    authOff && 'вход отключён, отвечает заглушка (auth=no)',
    rolesOff && 'проверка прав в браузере отключена (roles=no)',
    validationLog && 'журнал проверки форм включён (validation=yes)',
  ].filter(Boolean)
  if (on.length === 0) return null
  const off = () => {
    resetSwitches()
    if (authOff) location.reload()
  }
  return (
    <div className={styles.ribbon} role="status">
      Отладочный режим: {on.join('; ')}
      <button type="button" onClick={off}>
        Выключить
      </button>
    </div>
  )
}

/** Says that the session has run out; what is typed stays while the person signs in again. */
export function ExpiredRibbon() {
  const { signInAgain } = useSession()
  if (!useStore(sessionExpired)) return null
  return (
    <div className={styles.ribbon} role="alert">
      Сеанс завершён. Войдите снова: введённое сохранится
      <button type="button" onClick={signInAgain}>
        Войти
      </button>
    </div>
  )
}

/** Says quietly that changes do not come by themselves now, or that something was not read again, and offers to read it. */
export function LostLine() {
  const isLost = useStore(liveLost)
  const isStale = useStore(notReadAgain).size > 0
  if (!isLost && !isStale) return null
  const again = () => {
    if (isLost) refreshLive()
    readAgain()
  }
  return (
    <div className={styles.lost} role="status">
      {isLost
        ? 'Страница не обновляется сама: нет связи с сервером.'
        : 'Обновить страницу не удалось: показано прочитанное раньше.'}
      <Button look="link" onClick={again}>
        Обновить
      </Button>
    </div>
  )
}
