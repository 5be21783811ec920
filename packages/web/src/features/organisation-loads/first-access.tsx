import {
  type IssuedAccess,
  issueLoadedAccess,
  type OrganisationLoad,
} from '@ipoteka-office/contract/organisation-loads/organisation-loads.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { useRights } from '#api/rights.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { text } from '#ui/table/cells/cells.tsx'
import { type Column, columnsOf } from '#ui/table/table-columns.ts'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import styles from './loads.module.css'

const columns: Column<IssuedAccess>[] = columnsOf(
  { line: 'Строка', fullName: 'Сотрудник', login: 'Логин', password: 'Временный пароль' },
  {
    line: text(80, ({ line }) => line, { align: 'right' }),
    fullName: text(300, ({ fullName }) => fullName),
    login: text(220, ({ login }) => login),
    password: text(420, ({ password, refusal }) => password ?? refusal ?? 'письмо отправлено'),
  },
)

/** How the accounts of the load are, and their first passwords: on this page alone, until it is left. */
export function FirstAccess({ load, onIssued }: { load: OrganisationLoad; onIssued: () => Promise<void> }) {
  const { id, accounts, canSendLetter } = load
  const [issued, setIssued] = useState<readonly IssuedAccess[]>([])
  const [isBusy, setBusy] = useState(false)
  const may = useRights().mayCall(issueLoadedAccess)
  if (accounts.waiting + accounts.failed + accounts.made === 0) return null
  const issue = async (how: 'PASSWORD' | 'LETTER') => {
    setBusy(true)
    try {
      for (let left = 1; left > 0; ) {
        const answer = await call(issueLoadedAccess, { params: { id: String(id) }, body: { how } })
        setIssued((before) => [...before, ...answer.issued])
        left = answer.issued.length === 0 ? 0 : answer.left
      }
    } catch (failure) {
      sayFailed('Выдано не всем', failure)
    } finally {
      setBusy(false)
    }
    await onIssued()
  }
  const told = issued.filter(({ password }) => password !== null)
  return (
    <section className={cx('card', styles.box)} aria-label="Вход">
      <p>
        {accounts.waiting > 0 && `Учётные записи создаются, осталось ${accounts.waiting}. `}
        Создано: {accounts.made}
        {accounts.failed > 0 && `, не создано: ${accounts.failed} — почему, сказано в строке`}.
      </p>
      {may && accounts.toIssue > 0 && (
        <div className={styles.buttons}>
          <Button look="primary" loading={isBusy} onClick={() => void issue('PASSWORD')}>
            {`Выдать пароли: ${countOf(accounts.toIssue, 'сотрудник', 'сотрудника', 'сотрудников')}`}
          </Button>
          {canSendLetter && (
            <Button loading={isBusy} onClick={() => void issue('LETTER')}>
              Отправить письма со ссылкой
            </Button>
          )}
        </div>
      )}
      {issued.length > 0 && (
        <>
          <p>
            Пароли показаны один раз и нигде не хранятся: передайте их людям до того, как уйдёте с этой
            страницы. При первом входе каждый сменит свой.
          </p>
          {told.length > 0 && (
            <div>
              <CopyButton
                text={told
                  .map(({ fullName, login, password }) => `${fullName}\t${login}\t${password}`)
                  .join('\n')}
              />
            </div>
          )}
          <WholeTable
            label="Выданные пароли"
            columns={columns}
            rows={issued}
            rowKey={({ login, line }) => `${line} ${login}`}
          />
        </>
      )}
    </section>
  )
}
