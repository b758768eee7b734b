/** What parts of the client application need besides what every page has; loaded with those parts. */
import '@mantine/core/styles/Table.css'
