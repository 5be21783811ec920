import { listLatestOpened, type SearchHit, searchEverywhere } from '@ipoteka-office/contract/search/search.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { describeFailure } from '#api/failure.ts'
import { query } from '#api/query.ts'
import { menuPages } from '#widgets/menu/menu.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './palette.module.css'
import { usePaletteCommands } from './palette-commands.ts'
import { searchPlaceholder } from './search-words.ts'
import { useMenu } from './use-menu.ts'

const waitMs = 300
const shortest = 2
const kinds: Record<SearchHit['kind'], string> = {
  case: 'Дела',
  queued: 'Заявки в очереди',
  partner: 'Партнёры',
  approver: 'Сотрудники',
}

function useLater(text: string): string {
  const [later, setLater] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), waitMs)
    return () => clearTimeout(timer)
  }, [text])
  return later
}

const matches = (words: string, text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.toLowerCase().includes(part))

interface PaletteProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onClose: () => void
}

/** Search and commands: pages of the menu at once, the rest from the server. */
export function Palette({ text, onText, onClose }: PaletteProps) {
  const field = useRef<HTMLInputElement>(null)
  const router = useRouter()
  const asked = useLater(text.trim())
  const found = useQuery({
    ...query(searchEverywhere, { body: { text: asked } }),
    enabled: asked.length >= shortest,
    staleTime: 0,
  })
  // It takes the place of a field that is being typed in.
  useLayoutEffect(() => field.current?.focus(), [])

  const pages = menuPages(useMenu()).filter(({ group, page }) =>
    matches(`${group ?? ''} ${page.label}`, text),
  )
  const commands = usePaletteCommands((words) => matches(words, text))
  const latest = useQuery({ ...query(listLatestOpened), staleTime: 0 })
  const lately = text.trim() === '' ? (latest.data ?? []) : []
  const hits = asked.length >= shortest && text.trim().length >= shortest ? (found.data ?? []) : []
  const open = (href: string) => {
    onClose()
    void router.navigate({ href })
  }

  const perform = (run: () => Promise<string | null>) => {
    onClose()
    run().then((href) => {
      if (href !== null) void router.navigate({ href })
    }, notifyFailure)
  }

  return (
    <Command shouldFilter={false} label="Поиск и команды" className={styles.command}>
      <Command.Input
        ref={field}
        className={styles.input}
        value={text}
        onValueChange={onText}
        maxLength={100}
        placeholder={searchPlaceholder}
      />
      <Command.List className={styles.list} label="Найденное">
        <HitGroup heading="Недавние" hits={lately} onOpen={open} />
        {commands.length > 0 && (
          <Command.Group heading="Сделать" className={styles.group}>
            {commands.map(({ label, run }) => (
              <Command.Item
                key={label}
                value={`command ${label}`}
                className={styles.hit}
                onSelect={() => perform(run)}
              >
                {label}
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {pages.length > 0 && (
          <Command.Group heading="Страницы" className={styles.group}>
            {pages.map(({ group, page }) => (
              <Command.Item
                key={page.to}
                value={`page ${page.to}`}
                className={styles.hit}
                onSelect={() => open(page.to)}
              >
                {page.label}
                {group !== null && <span className="muted small">{group}</span>}
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {(Object.keys(kinds) as SearchHit['kind'][]).map((kind) => (
          <HitGroup
            key={kind}
            heading={kinds[kind]}
            hits={hits.filter((hit) => hit.kind === kind)}
            onOpen={open}
          />
        ))}
      </Command.List>
      <Said
        loading={found.isFetching}
        failure={found.error}
        nothing={pages.length === 0 && commands.length === 0 && hits.length === 0}
        short={text.trim().length < shortest}
      />
    </Command>
  )
}

interface HitGroupProps {
  readonly heading: string
  readonly hits: readonly SearchHit[]
  readonly onOpen: (href: string) => void
}

function HitGroup({ heading, hits, onOpen }: HitGroupProps) {
  if (hits.length === 0) return null
  return (
    <Command.Group heading={heading} className={styles.group}>
      {hits.map((hit) => (
        <Command.Item
          key={`${hit.link} ${hit.title}`}
          value={`${hit.kind} ${hit.link} ${hit.title}`}
          className={styles.hit}
          onSelect={() => onOpen(hit.link)}
        >
          {hit.title}
          <span className="muted small">{hit.subtitle}</span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}

interface SaidProps {
  readonly loading: boolean
  readonly failure: unknown
  readonly nothing: boolean
  readonly short: boolean
}

function Said({ loading, failure, nothing, short }: SaidProps) {
  const words = failure
    ? describeFailure(failure).description
    : loading
      ? 'Поиск…'
      : nothing
        ? short
          ? 'Введите не меньше двух букв'
          : 'Ничего не найдено'
        : ''
  return (
    <div className={styles.said} role="status">
      {words}
    </div>
  )
}
