/** A button on the map. */
import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'

interface ToolProps {
  readonly label: string
  readonly icon: ReactNode
  /** Of a tool that is on or off. */
  readonly isOn?: boolean
  /** Of a tool that opens into more. */
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
