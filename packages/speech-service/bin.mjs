#!/usr/bin/env node
// The `lectern-speech-service` command.
import './main.ts';
