import { useState } from 'react'
import { z } from 'zod'
import { useTopic } from '#api/live.ts'
import { formatTime } from '#lib/dates.ts'
import { useStill } from '#lib/use-still.ts'
import { Presence } from '#ui/presence.tsx'

const People = z.object({ people: z.array(z.object({ descriptor: z.string(), since: z.string() })) })

/** Who else has the record open now, by its presence topic; being subscribed is having it open. */
export function PresenceLine({ topic, room }: { topic: string; room?: 'line' | 'mark' }) {
  const [people, setPeople] = useState<{ name: string; since: string }[]>([])
  useTopic(topic, (payload) => {
    const message = People.safeParse(payload)
    if (!message.success) return
    setPeople(
      message.data.people.map(({ descriptor, since }) => ({ name: descriptor, since: formatTime(since) })),
    )
  })
  return <Presence people={useStill(people)} room={room} />
}
