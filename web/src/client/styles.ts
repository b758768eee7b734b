/** Styles that only parts of the client application need, loaded with those parts. */
import '@mantine/core/styles/Table.css'
