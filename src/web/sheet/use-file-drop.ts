import { useState, type DragEvent } from 'react'

/** What takes a dropped file: its handlers, and whether one is over it now. Text that is dropped is left to the browser. */
export function useFileDrop(take: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      },
      onDragLeave({ currentTarget, relatedTarget: to }: DragEvent) {
        if (!(to instanceof Node && currentTarget.contains(to))) setOver(false)
      },
      onDrop(event: DragEvent) {
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file === undefined) return
        event.preventDefault()
        take(file)
      },
    },
  }
}
