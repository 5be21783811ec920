import { Outlet, useLocation, useRouter, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { usePageLook } from '#theme/use-page-look.ts'
import { cx } from '#ui/class-names.ts'
import { ConfirmDialogs } from '#ui/overlay/confirm-dialog.tsx'
import { lazyOr } from '#ui/late/lazy-or.tsx'
import { Dialog, preloadDialogs } from '#ui/overlay/dialog.tsx'
import { Toasts } from '#ui/overlay/toasts.tsx'
import { ScrollButtons } from '#ui/scroll-buttons.tsx'
import { LatePage } from '../pages/late-page.tsx'
import { KeysHelp } from './keys-help.tsx'
import styles from './layout.module.css'
import { useKeptLook } from './look-settings.ts'
import { Rail } from './rail.tsx'
import { ExpiredRibbon, LostLine, SwitchRibbon } from './ribbon.tsx'
import { preloadSearch, SearchDialog } from './search-dialog.tsx'
import { TopBar } from './top-bar.tsx'
import { useShellKeys } from './use-shortcut.ts'

// Read once: the page is opened with or without the menu rail, links inside do not carry the parameter.
const isMenuHidden = new URLSearchParams(location.search).get('isHideNavigation') === 'true'

/** Moves the focus to the page after a change of route, so that a keyboard and a screen reader start there. */
function useRouteFocus(path: string) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}

const OwnSessions = lazyOr(
  async () => (await import('./own-sessions.tsx')).OwnSessions,
  function NotLoaded({ onClose }) {
    return (
      <Dialog open onClose={onClose} title="Мои сеансы">
        <p role="alert">Сеансы не загрузились. Проверьте сеть и откройте их ещё раз или обновите страницу.</p>
      </Dialog>
    )
  },
)

const preloadAfterMs = 3_000

/** Pages to which buttons lead: links load their pages while the mouse is on its way, of a button nobody knows where it goes. */
const casePages = [
  '/lead/$leadId',
  '/short-app-edit/$shortAppId',
  '/full-app-edit/$fullAppId',
  '/loan-app-edit/$loanAppId',
] as const

/** Dialogs, the search and the pages of cases are loaded once the first page has settled: the first of them opens at once. */
function usePreload(): void {
  const router = useRouter()
  useEffect(() => {
    // One after the other, and what does not come now is loaded when it is wanted.
    const loadPages = async () => {
      for (const page of casePages)
        await router.loadRouteChunk(router.routesById[page])?.catch(() => undefined)
    }
    const timer = setTimeout(() => {
      preloadDialogs()
      preloadSearch()
      void loadPages()
    }, preloadAfterMs)
    return () => clearTimeout(timer)
  }, [router])
}

/** The frame around every page. */
export function Layout() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' })
  const [isSearching, setSearching] = useState(false)
  const [isHelping, setHelping] = useState(false)
  const [hasSessions, setSessions] = useState(false)
  const main = useRouteFocus(path)
  const pageLook = usePageLook()
  useKeptLook()
  usePreload()
  useShellKeys(
    () => setSearching(true),
    () => setHelping(true),
  )
  return (
    <div className={cx(styles.shell, isMenuHidden && styles.bare)}>
      <a className={styles.skip} href="#page">
        К содержанию
      </a>
      {!isMenuHidden && <Rail />}
      <div className={styles.body}>
        <SwitchRibbon />
        <ExpiredRibbon />
        <TopBar
          onSearch={() => setSearching(true)}
          onKeys={() => setHelping(true)}
          onSessions={() => setSessions(true)}
        />
        <LostLine />
        <main
          ref={main}
          id="page"
          tabIndex={-1}
          className={styles.main}
          data-look={pageLook}
          aria-busy={isLoading}
        >
          <LatePage isLoading={isLoading}>
            <Outlet />
          </LatePage>
        </main>
      </div>
      <ScrollButtons />
      <Toasts routeKey={path} />
      <ConfirmDialogs />
      {hasSessions && (
        <Suspense fallback={null}>
          <OwnSessions onClose={() => setSessions(false)} />
        </Suspense>
      )}
      <KeysHelp open={isHelping} onClose={() => setHelping(false)} />
      {isSearching && <SearchDialog onClose={() => setSearching(false)} />}
    </div>
  )
}
