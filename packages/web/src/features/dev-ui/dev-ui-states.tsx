import { useState } from 'react'
import { Button, LinkButton } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorBlock } from '#ui/error-block.tsx'
import { Icon } from '#ui/icon.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { LoadBar } from '#ui/load-bar.tsx'
import { DelayedLoader, PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { Parts } from '#ui/parts.tsx'
import { Presence } from '#ui/presence.tsx'
import { Progress } from '#ui/progress.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { type Tone, Tag } from '#ui/tag.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import styles from './dev-ui.module.css'

const tones: Tone[] = ['neutral', 'green', 'amber', 'red', 'blue']
const noop = () => {}

function Marks() {
  return (
    <section aria-label="Метки и кнопки" className={styles.stack}>
      <h2>Метки и кнопки</h2>
      <div className={styles.row}>
        <Button look="primary">Сохранить</Button>
        <Button>Назад</Button>
        <Button look="danger">Удалить</Button>
        <Button look="link">Сбросить</Button>
        <Button look="quiet" aria-label="Обновить">
          <Icon name="refresh" />
        </Button>
        <Button look="primary" loading>
          Сохраняем
        </Button>
        <Button disabled>Нельзя</Button>
        <Button disabledReason="Недоступно: не загружен отчёт об оценке">Отправить дальше</Button>
        <LinkButton href="#link">Ссылка</LinkButton>
        <CopyButton text="8f14e45f" label="Скопировать номер" />
      </div>
      <div className={styles.row}>
        {tones.map((tone) => (
          <Tag key={tone} tone={tone}>
            {tone}
          </Tag>
        ))}
        <StatusDot tone="green">Активный</StatusDot>
        <StatusDot tone="amber">На паузе</StatusDot>
        <StatusDot>Неактивный</StatusDot>
        <StatusDot tone="red">Просрочен</StatusDot>
        <Kbd>Ctrl K</Kbd>
        <Tooltip text="Подсказка видна при наведении и с клавиатуры">
          <a href="#tip">С подсказкой</a>
        </Tooltip>
      </div>
      <div className={styles.row}>
        <LoadBar used={14} limit={25} />
        <LoadBar used={18} limit={20} />
        <LoadBar used={20} limit={20} />
        <LoadBar used={0} limit={15} />
        <LoadBar used={3} limit={null} />
        <Presence people={[{ name: 'Кузнецова М. В.', since: '14:02' }]} />
      </div>
      <Progress label="Выгрузка списка" done={3200} total={12_480} />
      <Progress label="Подсчёт строк" done={512} total={null} />
    </section>
  )
}

/** Loading, empty, failed, missing. */
export function DevStates() {
  const [loader, setLoader] = useState(0)
  const [part, setPart] = useState<'deal' | 'people'>('deal')
  return (
    <>
      <Marks />
      <Parts
        label="Части страницы"
        value={part}
        onChange={setPart}
        parts={[
          { key: 'deal', label: 'Сделка', draw: () => <p>Ипотека, вторичный рынок</p> },
          { key: 'people', label: 'Участники', count: 2, draw: () => <p>Заёмщик и созаёмщик</p> },
        ]}
      />
      <section aria-label="Ошибки и загрузка" className={styles.stack}>
        <h2>Ошибки</h2>
        <div className="card">
          <ErrorBlock error={{ status: 403, requestId: '8f14e45f-ceea-467a' }} onRetry={noop} />
        </div>
        <ErrorBlock
          error={{
            message: 'TypeError: <b>Не удалось</b> разобрать ответ',
            fields: [{ label: 'Лимит', message: 'Введите целое число не меньше 0' }],
            requestId: '8f14e45f-ceea-467a',
          }}
          onRetry={noop}
        />
        <div className="card">
          <NotFound />
        </div>
        <div className="card">
          <Empty title="Уведомлений нет" text="Здесь появятся новые заявки и готовые выгрузки." />
        </div>
        <h2>Загрузка</h2>
        <div className={styles.row}>
          <Button onClick={() => setLoader(loader + 1)}>Показать через 500 мс</Button>
        </div>
        {loader > 0 && <DelayedLoader key={loader} />}
        <PageSkeleton kind="list" />
        <PageSkeleton kind="form" />
      </section>
    </>
  )
}
