import { createContext, type ReactNode } from 'react'

/** What stands first in the head line of a room, e.g. the drop-down of sections: the content of the room draws that line. */
export const RoomStart = createContext<ReactNode>(null)
