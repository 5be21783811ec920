import { setLook, useLook } from '#theme/theme-mode.ts'
import { Button } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { ScrollButtons } from '#ui/scroll-buttons.tsx'
import styles from './dev-ui.module.css'
import { DevDialogs } from './dev-ui-dialogs.tsx'
import { DevForm } from './dev-ui-form.tsx'
import { DevLists } from './dev-ui-lists.tsx'
import { DevPerson } from './dev-ui-person.tsx'
import { DevRows } from './dev-ui-rows.tsx'
import { DevStates } from './dev-ui-states.tsx'

/** Every block of `ui/` in every state; for developers only. */
export function DevUi() {
  const { mode } = useLook()
  return (
    <main className={styles.page}>
      <PageHead title="Блоки интерфейса">
        <Button onClick={() => setLook({ choice: mode === 'dark' ? 'light' : 'dark' })}>
          {mode === 'dark' ? 'Светлая тема' : 'Тёмная тема'}
        </Button>
      </PageHead>
      <DevLists />
      <DevRows />
      <DevForm />
      <DevPerson />
      <DevDialogs />
      <DevStates />
      <ScrollButtons />
    </main>
  )
}
