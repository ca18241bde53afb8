import { mount } from 'svelte'
import App from './App.svelte'
import { dress } from './lib/settings.svelte'
import './style.css'

dress()
mount(App, { target: document.getElementById('app')! })
