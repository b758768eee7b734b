/** A button on the map. */
import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'

interface ToolProps {
  readonly label: string
  readonly icon: ReactNode
  /** For a tool that is on or off. */
  readonly isOn?: boolean
  /** For a tool that opens a menu. */
  readonly isOpen?: boolean
  onClick(): void
}

export const Tool = ({ label, onClick, icon, isOn, isOpen }: ToolProps) => (
  <ActionIcon
    variant={isOn ? 'filled' : 'default'}
    size="lg"
    aria-label={label}
    aria-pressed={isOn}
    aria-expanded={isOpen}
    title={label}
    onClick={onClick}
  >
    {icon}
  </ActionIcon>
)
